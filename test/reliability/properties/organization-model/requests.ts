import type { Client } from '@cairn/contract/http/client'
import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import { type Person, tokenIn } from '../../../support/people/invite.ts'
import { type Result, responseTo } from '../../../support/requests/outcomes.ts'
import type { Name } from './state.ts'

/** A request in the terms of the model. */
export type ModelRequest = { by: Name } & (
  | { id: 'invite'; to: Name; role: 'admin' | 'member' }
  | { id: 'resend' | 'revoke'; invitationId: string }
  | { id: 'accept'; token: string }
  | { id: 'setRole'; whom: Name; role: 'admin' | 'member' }
  | { id: 'switch'; organizationId: string }
  | { id: 'rename' | 'listMembers' | 'listInvitations' | 'context' }
)

/** The part of a response that the model predicts. */
export type Content = {
  invitationId?: string
  token?: string
  expiresAt?: number
  organizationId?: string
  activeOrganizationId?: string
  role?: OrganizationRole
  members?: Partial<Record<Name, OrganizationRole>>
  pending?: Record<string, string>
  roles?: Record<string, OrganizationRole>
}

export type Exchange = { request: ModelRequest; response: Result<Content> }

export type People = Record<Name, Person>

/** The model's name of a person, which their address starts with. */
const nameOf = (email: string) => /^[a-z]+/.exec(email)?.[0] as Name

type Issued = Awaited<ReturnType<Client['createOrganizationInvitation']>>
type Context = Awaited<ReturnType<Client['getOrganizationContext']>>

const contentOfInvitation = ({ invitation, acceptUrl }: Issued): Content => ({
  invitationId: invitation.id,
  token: tokenIn(acceptUrl),
  expiresAt: Date.parse(invitation.expiresAt),
})

const contentOfContext = ({ activeOrganizationId, organizations }: Context): Content => ({
  activeOrganizationId,
  roles: Object.fromEntries(organizations.map(({ id, role }) => [id, role])),
})

async function sendRequest(people: People, request: ModelRequest): Promise<Content> {
  const { api } = people[request.by]
  switch (request.id) {
    case 'invite': {
      const body = { email: people[request.to].email, role: request.role }
      return contentOfInvitation(await api.createOrganizationInvitation({ body }))
    }
    case 'resend': {
      const { invitationId } = request
      return contentOfInvitation(await api.resendOrganizationInvitation({ params: { invitationId } }))
    }
    case 'revoke':
      await api.revokeOrganizationInvitation({ params: { invitationId: request.invitationId } })
      return {}
    case 'accept': {
      const accepted = await api.acceptOrganizationInvitation({ body: { token: request.token } })
      const { organizationId, role, activeOrganizationId } = accepted
      return { organizationId, role, activeOrganizationId }
    }
    case 'setRole': {
      const params = { userId: people[request.whom].userId }
      return (await api.updateOrganizationMemberRole({ params, body: { role: request.role } })).member
    }
    case 'switch': {
      const { organizationId } = request
      const { activeOrganizationId } = await api.switchOrganization({ body: { organizationId } })
      return { activeOrganizationId }
    }
    case 'rename':
      await api.updateOrganization({ body: { name: `By ${request.by}` } })
      return {}
    case 'listMembers': {
      const { members } = await api.listOrganizationMembers()
      return { members: Object.fromEntries(members.map(({ email, role }) => [nameOf(email ?? ''), role])) }
    }
    case 'listInvitations': {
      const { invitations } = await api.listOrganizationInvitations()
      const pending = invitations.map(({ id, email, role }) => [id, `${nameOf(email)} ${role}`])
      return { pending: Object.fromEntries(pending.toSorted()) }
    }
    case 'context':
      return contentOfContext(await api.getOrganizationContext())
  }
}

export async function send(people: People, request: ModelRequest): Promise<Result<Content>> {
  return responseTo(sendRequest(people, request))
}
