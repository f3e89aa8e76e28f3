import { texts } from './texts.ts'

export type AssignableRole = 'admin' | 'member'

type RoleChangeTexts = { title: string; text: string; warning?: string; action: string; done: string }

type RoleChange = { name: string; isMe: boolean; role: AssignableRole }

/** The texts of the confirmation before a role change, and of the toast after it. */
export function roleChangeTexts({ name, isMe, role }: RoleChange): RoleChangeTexts {
  const { toAdmin, toMember, mine } = texts.roleChange
  if (role === 'member' && isMe) return { ...mine }
  const { title, text, action, done } = role === 'admin' ? toAdmin : toMember
  return { title: title(name), text: text(name), action, done: done(name) }
}
