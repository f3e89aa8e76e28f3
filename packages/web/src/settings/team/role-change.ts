export type AssignableRole = 'admin' | 'member'

type RoleChange = { name: string; isMe: boolean; role: AssignableRole }

/** The texts of the confirmation before a role change, and of the toast after it. */
export function roleChangeTexts({ name, isMe, role }: RoleChange) {
  const powers = 'change other people’s goals, rename the organization, invite people, or change roles'
  const powersOfAdmin =
    'change and delete every goal, rename the organization, invite people, and change roles'
  if (role === 'admin') {
    return {
      title: `Make ${name} an admin?`,
      text: `${name} will be able to ${powersOfAdmin}.`,
      action: 'Make admin',
      done: `${name} is now an admin.`,
    }
  }
  if (isMe) {
    return {
      title: 'Give up your admin role?',
      text: `You will no longer be able to ${powers}. Invitations you sent stop working.`,
      warning: 'You cannot undo this yourself. Only the owner or another admin can make you an admin again.',
      action: 'Give up admin role',
      done: 'You are now a member.',
    }
  }
  return {
    title: `Make ${name} a member?`,
    text: `${name} will no longer be able to ${powers}. Invitations they sent stop working.`,
    action: 'Make member',
    done: `${name} is now a member.`,
  }
}
