import type { Client } from '@cairn/contract/http/client'

type AssignableRole = 'admin' | 'member'

/** Somebody who is signed in, with any provider. */
export type Person = { email: string; userId: string; api: Client }

/** An invitation and the token of its link. */
export type Invited = { id: string; token: string; email: string }

/** The token in a link to `/invitations/<token>`. */
export function tokenIn(acceptUrl: string): string {
  return new URL(acceptUrl).pathname.replace('/invitations/', '')
}

/** Invites an address into the host's active organization. */
export async function invite(host: Person, email: string, role: AssignableRole = 'member'): Promise<Invited> {
  const { invitation, acceptUrl } = await host.api.createOrganizationInvitation({ body: { email, role } })
  return { id: invitation.id, token: tokenIn(acceptUrl), email }
}

export async function resend(host: Person, { id, email }: Invited): Promise<Invited> {
  const { acceptUrl } = await host.api.resendOrganizationInvitation({ params: { invitationId: id } })
  return { id, token: tokenIn(acceptUrl), email }
}

/** Adds a guest to the host's active organization, which becomes the guest's too. Returns its id. */
export async function join(host: Person, guest: Person, role: AssignableRole = 'member'): Promise<string> {
  const { token } = await invite(host, guest.email, role)
  const { organizationId } = await guest.api.acceptOrganizationInvitation({ body: { token } })
  return organizationId
}

/** The role that somebody has in an organization; undefined if they are not a member. */
export async function roleIn({ api }: Person, organizationId: string): Promise<string | undefined> {
  const { organizations } = await api.getOrganizationContext()
  return organizations.find(({ id }) => id === organizationId)?.role
}
