import { beginSession, registerVerified } from '../../../../support/people/accounts.ts'
import { createSend, type Send } from '../../../../support/requests/exchange.ts'

type Service = { origin: string; lines: readonly string[] }

/** The cookie of a new person who has sent no request with it yet. */
export async function firstCookie(service: Service, email: string, displayName: string): Promise<string> {
  await registerVerified(service, { email, displayName })
  return beginSession(service, email)
}

/** The browser of a new person who has sent no request yet. */
export const firstVisit = async (service: Service, email: string, displayName: string): Promise<Send> =>
  createSend(service, { cookie: await firstCookie(service, email, displayName) })

type Context = { activeOrganizationId: string; organizations: { id: string; name: string; role: string }[] }
export const contextOf = (body: unknown) => body as Context
