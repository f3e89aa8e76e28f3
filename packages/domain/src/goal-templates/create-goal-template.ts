import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { OutputOf } from '@cairn/contract/registry/registry'
import { maximumGoalTemplates } from '@cairn/contract/schemas/goal-templates'
import { countOneMore } from '../goal-views/view-record.ts'
import { readLabels, requireLabels } from '../goals/labels/read-goal-labels.ts'
import { auditEntry, bySession } from '../organizations/audit/audit-entry.ts'
import { administratorCheck, explainLostAuthority } from '../organizations/context/membership-check.ts'
import { requireAdministrator } from '../requests/access.ts'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { readRecord } from '../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { createOnce, sessionCreatorOf } from '../storage/idempotency/create-once.ts'
import {
  type GoalTemplateRecord,
  goalTemplateEntity,
} from '../storage/table/entities/goal-views/goal-template.ts'
import { createRecord } from '../storage/table/entity.ts'
import { shortId } from '../storage/table/short-id.ts'
import { noContent, templateHolder, toTemplateResponse, writtenContent } from './template-record.ts'

/** Creates a template of goals, for all members. */
export const createGoalTemplate: Implementation<'createGoalTemplate'> = async (context, access, { body }) => {
  const { database, now } = context
  const { organizationId } = access
  const { name, ...written } = body
  const content = writtenContent(noContent, written)
  const authority = requireAdministrator(access)
  // An operation that fails before it awaits the authority must not leave an unhandled rejection.
  authority.catch(() => undefined)
  const templateId = randomUUID()
  const organizationKey = shortId(organizationId)
  const caller = sessionCreatorOf(access, organizationId)
  const request = {
    operation: 'createGoalTemplate',
    caller,
    body,
    authority,
    exists: async (createdId: string) => {
      const key = { organizationKey, templateKey: shortId(createdId) }
      return (await readRecord(database, goalTemplateEntity, key)) !== null
    },
  }
  return createOnce<OutputOf<'createGoalTemplate'>>(context, request, (creation) =>
    retryOnLostRace(database, async () => {
      const [administrator, labels] = await Promise.all([
        authority,
        readLabels(database, organizationId, content.labelIds),
        creation.requireUnused(),
      ])
      requireLabels(labels, content.labelIds)
      const template: GoalTemplateRecord = {
        organizationKey,
        templateKey: shortId(templateId),
        version: 1,
        name,
        content,
        createdAt: timestampOf(now),
        updatedAt: timestampOf(now),
      }
      const response = { template: toTemplateResponse(template, labels) }
      const failed = await transact<string>(database, {
        authority: administratorCheck(administrator),
        template: { Put: createRecord(goalTemplateEntity, template) },
        count: countOneMore(templateHolder(organizationId)),
        created: creation.use(templateId, response),
        audit: auditEntry(context, bySession(context, access), {
          action: 'goal_template.created',
          target: { kind: 'goal_template', id: templateId, name },
        }),
      })
      if (failed.length === 0) return response
      if (failed.includes('authority')) return explainLostAuthority(database, administrator)
      // First, because the request that used the key may have created the last template.
      if (failed.includes('created')) return lostRace
      throw new ServiceError(
        'too_many_goal_templates',
        `An organization has at most ${maximumGoalTemplates} templates.`,
      )
    }),
  )
}
