import { type AuditKind, auditKinds } from '@cairn/contract/events/audit-actions'
import { definedIn, oneOf, textOf } from '../../app/routing/search.ts'

/** The filters are in the address so that a view can be shared. Days are the reader's. */
export type AuditSearch = {
  userId?: string | undefined
  kind?: AuditKind | undefined
  from?: string | undefined
  until?: string | undefined
}

function dayOf(given: unknown): string | undefined {
  const text = textOf(given)
  const isDay =
    text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
  return isDay ? text : undefined
}

/** Ignores invalid values. */
export function parseAuditSearch({ userId, kind, from, until }: Record<string, unknown>): AuditSearch {
  return definedIn<AuditSearch>({
    userId: textOf(userId),
    kind: oneOf(auditKinds, kind),
    from: dayOf(from),
    until: dayOf(until),
  })
}

export type AuditFilters = {
  userId: string | undefined
  kind: AuditKind | undefined
  from: string | undefined
  until: string | undefined
}

/** From the beginning of the first day to the end of the last one, in the reader's time zone. */
export function auditFilters({ userId, kind, from, until }: AuditSearch): AuditFilters {
  return { userId, kind, from: from && startOf(from, 0), until: until && startOf(until, 1) }
}

function startOf(text: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
  const start = new Date(2000, 0, 1)
  // Not by the constructor, which takes the years 0 to 99 for 1900 to 1999.
  start.setFullYear(year, month - 1, date + daysLater)
  return start.toISOString().replace(/^[+-]\d+/, '9999')
}
