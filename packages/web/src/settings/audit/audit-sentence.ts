import type { AuditKind } from '@cairn/contract/events/audit-actions'
import type { AuditEntry } from '@cairn/contract/schemas/audit'
import { formatDate } from '../../presentation/time/format.ts'
import { browserName } from '../security/browser-name.ts'
import { texts } from './texts.ts'

/** `name`: text that somebody has chosen, such as the name of a person or a token. */
export type AuditPart = { kind: 'text' | 'name'; text: string }

export const kindNames: Record<AuditKind, string> = texts.kinds

const name = (text: string): AuditPart => ({ kind: 'name', text })

/** Fills the places of a template, such as `{person}`. */
function filled(template: string, values: Readonly<Record<string, AuditPart>>): AuditPart[] {
  return template
    .split(/\{(\w+)\}/)
    .map(
      (part, place): AuditPart =>
        (place % 2 === 0 ? undefined : values[part]) ?? { kind: 'text', text: part },
    )
    .filter(({ text }) => text !== '')
}

/** Returns an action in the words after the name: `changed the role of Bob from member to admin`. */
export function auditSentence(entry: AuditEntry, readerId: string): AuditPart[] {
  const { action, actor, target, changes } = entry
  const person = target?.person ?? actor
  const isReader = person.userId === readerId
  const valueIn = (field: string, end: 'from' | 'to') =>
    changes.find((change) => change.field === field)?.[end] ?? texts.nothing
  const template = texts.actions[action]({
    you: actor.userId === readerId,
    isOwn: person.userId === actor.userId,
    isReader,
    from: (field) => valueIn(field, 'from'),
    to: (field) => valueIn(field, 'to'),
    fields: changes.map(({ field }) => field),
  })
  return filled(template, {
    target: name(target?.name ?? texts.withoutName),
    person: isReader
      ? { kind: 'text', text: texts.objectYou }
      : name(person.displayName ?? texts.deletedAccount),
    oldName: name(valueIn('name', 'from')),
    newName: name(valueIn('name', 'to')),
  })
}

/** Returns details of a token for administrators: its kind, scopes, goals and expiry. Undefined for other entries. */
export function auditDetails({ action, changes }: AuditEntry): string | undefined {
  const to = (field: string) => changes.find((change) => change.field === field)?.to ?? undefined
  if (action === 'api_token.created') {
    const expiresAt = to('expiresAt')
    const goals = to('goalIds')?.split(', ').length
    return [
      to('kind') === 'agent' && texts.details.agent,
      to('scopes'),
      goals && texts.details.goals(goals),
      expiresAt && texts.details.until(formatDate(expiresAt)),
    ]
      .filter(Boolean)
      .join(' · ')
  }
  if (action !== 'api_token.rotated') return undefined
  const hours = to('overlapHours')
  if (hours === '0') return texts.details.stopped
  return texts.details.overlap(Number(hours))
}

/** Which credential it was: `Firefox on Linux`. */
export function credentialName({ kind, userAgent }: AuditEntry['credential']): string {
  const browser = browserName(userAgent)
  switch (kind) {
    case 'session':
      return browser
    case 'password':
      return texts.credentials.password(browser)
    case 'email_link':
      return texts.credentials.link(browser)
    case 'identity_provider':
      // The provider itself may have ended a session.
      return userAgent === null ? texts.credentials.provider : texts.credentials.byProvider(browser)
    case 'refresh_token':
      return texts.credentials.program
  }
}
