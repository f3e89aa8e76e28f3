import type { TextsOf } from './texts-of.ts'

export const organizationsTexts: TextsOf<'organizations'> = {
  getOrganizationContext: `Returns all organizations of the user with the role in each, in the order of joining, and which one is active. The first request of a new user creates an organization of their own.`,
  createOrganization: `Creates an organization that the user owns, and makes it the active one. A user can be a member of at most 100; at most 200 an hour can be created.`,
  switchOrganization: `Makes another organization of the user the active one, for all requests with a session that name none. To work in two at once, as in two tabs, send \`Organization-Id\` with each request instead.`,
  updateOrganization: `Renames the organization, for all members at once. For owners and admins. Names need not be unique.`,
  deleteOrganization: `Deletes the organization with everything in it. For its owner, who types its exact name: another name is \`invalid_request\`. Members, tokens, webhooks and links lose it at once; its data is removed within a day. There is no way back: export it first.`,
  listOrganizationMembers: `Returns the members of the organization by role (owner, admins, members), then by name. Any member may see them.`,
  updateOrganizationMemberRole: `Makes a member an admin, or an admin a member. For owners and admins. The owner's role cannot be changed: \`owner_role_immutable\`. It holds for the next request of the member and of their tokens. Invitations of somebody who is no longer an admin count as revoked.`,
  removeOrganizationMember: `Removes a member, or lets the caller leave. For owners and admins; everybody may leave, except the owner, who hands the organization over first (\`sole_owner\`).

\`reassignGoalsTo\` says who gets the goals that the member owns. Sessions, tokens and webhooks of the member lose the organization at once; the goals follow within minutes. What the member wrote stays.`,
  changeOrganizationOwner: `Hands the organization over to another member. For its owner, who becomes an admin. With the built-in sign-in it needs the password.`,
  listAuditEntries: `Returns who changed what, when and from where: sign-ins, tokens, roles, memberships, invitations, webhooks and settings, newest first. For owners and admins. Entries are kept for 365 days and never have a secret. Filters combine.`,
}
