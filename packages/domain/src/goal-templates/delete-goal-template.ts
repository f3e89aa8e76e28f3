import { countOneLess } from '../goal-views/view-record.ts'
import { auditEntry, bySession } from '../organizations/audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority } from '../organizations/context/membership-check.ts'
import { requireAdministrator } from '../requests/access.ts'
import type { Implementation } from '../requests/operation.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { goalTemplateEntity } from '../storage/table/entities/goal-views/goal-template.ts'
import { shortId } from '../storage/table/short-id.ts'
import { templateHolder, templateNotFound } from './template-record.ts'

/** Deletes a template, whatever its version: who deletes it has seen it. Goals that began with it stay as they are. */
export const deleteGoalTemplate: Implementation<'deleteGoalTemplate'> = async (
  context,
  access,
  { params },
) => {
  const { database } = context
  const { organizationId } = access
  const { templateId } = params
  const key = { organizationKey: shortId(organizationId), templateKey: shortId(templateId) }
  return retryOnLostRace(database, async () => {
    const [administrator, template] = await Promise.all([
      requireAdministrator(access),
      readRecord(database, goalTemplateEntity, key),
    ])
    if (!template) throw templateNotFound()
    const failed = await transact<string>(database, {
      authority: administratorCheck(administrator),
      template: { Delete: goalTemplateEntity.remove(key) },
      count: countOneLess(templateHolder(organizationId)),
      audit: auditEntry(context, bySession(context, access), {
        action: 'goal_template.deleted',
        target: { kind: 'goal_template', id: templateId, name: template.name },
      }),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    return failed.length > 0 ? lostRace : undefined
  })
}
