import { ann, ben, hashes, ids, times } from '../examples.ts'
import type { GroupTexts } from './group-texts.ts'

const organizationName = 'Green Office'

export const organizationsTexts: GroupTexts<'organizations'> = {
  operations: {
    getOrganizationContext: `Returns all organizations of the user with the role in each, in the order of joining, and which one is active. The first request of a new user creates an organization of their own.`,
    createOrganization: `Creates an organization that the user owns, and makes it the active one. A user can be a member of at most 100; at most 200 an hour can be created.`,
    switchOrganization: `Makes another organization of the user the active one, for all requests with a session that name none. To work in two at once, as in two tabs, send \`Organization-Id\` with each request instead.`,
    updateOrganization: `Changes the name of the organization, for all members at once, or the verification of goals that are published from now on. For owners and admins. Fields that are absent keep their value. Names need not be unique.

With the default \`other_person\`, programs cannot publish a goal with the verification \`none\`: \`permission_denied\`. Goals that exist stay as they are.`,
    deleteOrganization: `Deletes the organization with everything in it. For its owner, who types its exact name: another name is \`invalid_request\`. Members, tokens, webhooks and links lose it at once; its data is removed within a day. There is no way back: export it first.`,
    listOrganizationMembers: `Returns the members of the organization by role (owner, admins, members), then by name. Any member may see them. A token gets email addresses only if its user is an owner or admin; for other tokens \`email\` is \`null\`.`,
    getMemberPicture: `Returns the picture of a member as a WebP. The address has all that decides about it, so that an image of a page can name it: \`Organization-Id\` does not matter here. The list of members says which picture somebody has.

A picture has its own id for ever, so browsers keep it (\`private, immutable\`). \`picture_not_found\` if the user is no member of the organization, the person is none, or has another picture.`,
    updateOrganizationMemberRole: `Makes a member an admin, or an admin a member. For owners and admins. The owner's role cannot be changed: \`owner_role_immutable\`. It holds for the next request of the member and of their tokens. Invitations of somebody who is no longer an admin count as revoked.`,
    removeOrganizationMember: `Removes a member, or lets the caller leave. For owners and admins; everybody may leave, except the owner, who hands the organization over first (\`sole_owner\`).

\`reassignGoalsTo\` says who gets the goals that the member owns. Sessions, tokens and webhooks of the member lose the organization at once; the goals follow within minutes. What the member wrote stays.`,
    changeOrganizationOwner: `Hands the organization over to another member. For its owner, who becomes an admin. With the built-in sign-in it needs the password.`,
    listAuditEntries: `Returns who changed what, when and from where: sign-ins, tokens, roles, memberships, invitations, webhooks and settings, newest first. For owners and admins. Entries are kept for 365 days and never have a secret. Filters combine.`,
  },
  fields: {
    'SwitchOrganizationRequest.organizationId': [
      'The organization that becomes the active one.',
      ids.organization,
    ],
    'UpdateOrganizationMemberRoleRequest.role': ['The new role.', 'admin'],
    reassignGoalsTo: [undefined, ann],
    'ChangeOrganizationOwnerRequest.userId': [undefined, ben],
    until: [undefined, '2026-12-01T00:00:00Z'],
    'listAuditEntries.from': [undefined, '2026-11-01T00:00:00Z'],
    'listAuditEntries.kind': [undefined, 'api_token'],
    members: ['The members, sorted by role and name.'],
    'OrganizationMember.userId': ['The member.', ben],
    'OrganizationMember.displayName': ['The name that people see.', 'Ben Jones'],
    'OrganizationMember.email': [
      'The address. `null` if the provider gave none, and for tokens of users who are neither owner nor admin.',
      'ben@example.com',
    ],
    'OrganizationMember.pictureId': ['The picture of the member. Absent: there is none.', hashes.picture],
    'getMemberPicture.organizationId': ['An organization of the user and the member.', ids.organization],
    'getMemberPicture.pictureId': ['The picture, by the list of members.', hashes.picture],
    'OrganizationMember.role': ['The role of the member.', 'admin'],
    entries: ['The entries, newest first.'],
    'AuditEntry.id': ['The entry.', ids.auditEntry],
    'AuditEntry.kind': ['What the change was about.', 'api_token'],
    'AuditEntry.action': ['What was done.', 'api_token.created'],
    'AuditEntry.createdAt': ['When it was done.', times.now],
    'AuditEntry.credential': ['The credential of the change.'],
    changes: ['The fields that changed; empty if the action says it all.'],
    'AuditPerson.userId': ['The id of the user.', ann],
    'AuditPerson.displayName': [undefined, 'Ann Smith'],
    'AuditCredential.kind': [undefined, 'session'],
    'AuditCredential.sessionId': [undefined, hashes.previous],
    'AuditTarget.name': [undefined, 'Nightly report'],
    'AuditTarget.id': ['The id of what was changed.', ids.token],
    'AuditChange.field': ['The name of the field.', 'scopes'],
    'AuditChange.from': [undefined, null],
    'AuditChange.to': [undefined, 'goals:read goals:write'],
    userId: ['The id of a user: opaque, at most 200 characters.', ben],
    // Texts
    name: ['The name.', organizationName],
    member: ['The member.'],
    credential: ['The credential of this request.'],
  },
  schemas: {
    AuditAction: 'What was done. The part before the dot is the kind.',
    AuditChange: 'A field that changed.',
    AuditCredential: 'From where the change came.',
    AuditKind: 'What the change was about.',
    AuditPerson: 'A person.',
    AuditTarget: 'What was changed.',
    ChangeOrganizationOwnerRequest: 'Names the member who becomes the owner.',
    CreateOrganizationRequest: 'A new organization.',
    ListAuditEntriesResponse: 'A page of the audit log.',
    ListOrganizationMembersResponse: 'A page of members.',
    OrganizationMember: 'A member of the organization.',
    SwitchOrganizationRequest: 'Names the organization that becomes the active one.',
    UpdateOrganizationMemberRoleRequest: 'The new role.',
    UpdateOrganizationMemberRoleResponse: 'The changed member.',
    UpdateOrganizationRequest: 'What changes.',
  },
}
