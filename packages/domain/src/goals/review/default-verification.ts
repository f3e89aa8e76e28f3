import { ServiceError } from '@cairn/contract/errors/errors'
import type { GoalVerification } from '@cairn/contract/goals/goal-words'
import type { Access } from '../../requests/access.ts'
import type { Database } from '../../storage/database/client.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import type { GoalRow } from '../../storage/table/entities/goals/goal-row.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'

/**
 * Reads the verification of a new goal: the written one, or the default of the organization. Where that asks for a second person, only
 * people publish a goal without: a program must not choose that nobody checks it. The returned function throws `permission_denied`.
 */
export async function defaultVerificationOf(
  database: Database,
  { organizationId, scopes }: Pick<Access, 'organizationId' | 'scopes'>,
  written: GoalVerification | undefined,
): Promise<() => GoalRow['verification']> {
  if (written === 'other_person') return () => written
  if (written === 'none' && scopes === 'session') return () => undefined
  const organization = await readRecord(database, organizationEntity, { organizationId })
  const standard = organization?.defaultVerification
  return () => {
    if (written === undefined || standard === undefined) return standard
    throw new ServiceError(
      'permission_denied',
      'Goals of this organization need a second person. Only people can publish one without, in the web app.',
    )
  }
}
