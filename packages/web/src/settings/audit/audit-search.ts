import { type AuditKind, auditKinds } from '@cairn/contract/audit-actions'
import * as z from 'zod'

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)))

/** The filters are in the address so that a view can be shared. Invalid values are ignored. Days are the reader's. */
const auditSearch = z.object({
  userId: z.string().min(1).max(200).optional().catch(undefined),
  kind: z.enum(auditKinds).optional().catch(undefined),
  from: day.optional().catch(undefined),
  until: day.optional().catch(undefined),
})

export type AuditSearch = z.infer<typeof auditSearch>

export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  return auditSearch.parse(search)
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
