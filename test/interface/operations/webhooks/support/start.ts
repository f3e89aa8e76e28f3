import type { Webhook } from '@cairn/contract/schemas/webhooks'
import { join, type Person } from '../../../../support/people/invite.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createClock } from '../../../../support/service/clock.ts'

/** Ada owns an organization, Bob is an admin of it, Cem a member, and Sam owns another one. */
export async function startWebhooks(environment: Record<string, string> = {}) {
  const clock = createClock()
  const started = await startWithAda({ clock: clock.read, environment })
  const { ada, signInAs } = started
  const bob = await signInAs('Bob')
  const cem = await signInAs('Cem')
  const sam = await signInAs('Sam')
  const organizationId = await join(ada, bob, 'admin')
  await join(ada, cem)
  return { ...started, clock, bob, cem, sam, organizationId }
}

/** Nothing listens there. */
export const deadUrl = 'http://127.0.0.1:1024/hooks'

type Fields = Partial<Parameters<Person['api']['createWebhook']>[0]['body']>

export async function createWebhook(by: Person, fields: Fields = {}): Promise<Webhook & { secret: string }> {
  const { webhook, secret } = await by.api.createWebhook({ body: { url: deadUrl, ...fields } })
  return { ...webhook, secret }
}

export const webhooksOf = async ({ api }: Person): Promise<Webhook[]> => (await api.listWebhooks()).webhooks
