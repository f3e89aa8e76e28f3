import { isDeepStrictEqual } from 'node:util'
import { readLabels, requireLabels } from '../goals/labels/read-goal-labels.ts'
import { auditEntry, bySession } from '../organizations/audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority } from '../organizations/context/membership-check.ts'
import { requireAdministrator } from '../requests/access.ts'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import {
  type GoalTemplateRecord,
  goalTemplateEntity,
} from '../storage/table/entities/goal-views/goal-template.ts'
import { replaceRecord } from '../storage/table/entity.ts'
import { shortId } from '../storage/table/short-id.ts'
import { templateNotFound, toTemplateResponse, writtenContent } from './template-record.ts'

/** Changes a template. A change to what is there already writes nothing. */
export const updateGoalTemplate: Implementation<'updateGoalTemplate'> = async (
  context,
  access,
  { params, body },
) => {
  const { database, now } = context
  const { organizationId } = access
  const { templateId } = params
  const key = { organizationKey: shortId(organizationId), templateKey: shortId(templateId) }
  const { name, ...written } = body
  return retryOnLostRace(database, async () => {
    const [administrator, before, labels] = await Promise.all([
      requireAdministrator(access),
      readRecord(database, goalTemplateEntity, key),
      readLabels(database, organizationId, body.labelIds ?? []),
    ])
    if (!before) throw templateNotFound()
    requireLabels(labels, body.labelIds ?? [])
    const content = writtenContent(before.content, written)
    const shownLabels = body.labelIds ? labels : await readLabels(database, organizationId, content.labelIds)
    const next: GoalTemplateRecord = {
      ...before,
      version: before.version + 1,
      name: name ?? before.name,
      content,
      updatedAt: timestampOf(now),
    }
    if (next.name === before.name && isDeepStrictEqual(content, before.content)) {
      return { template: toTemplateResponse(before, shownLabels) }
    }
    const failed = await transact<string>(database, {
      authority: administratorCheck(administrator),
      template: { Put: replaceRecord(goalTemplateEntity, next, { version: before.version }) },
      audit: auditEntry(context, bySession(context, access), {
        action: 'goal_template.updated',
        target: { kind: 'goal_template', id: templateId, name: next.name },
      }),
    })
    if (failed.includes('authority')) return explainLostAuthority(database, administrator)
    return failed.length > 0 ? lostRace : { template: toTemplateResponse(next, shownLabels) }
  })
}
