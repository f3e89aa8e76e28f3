/** The record of a goal template, and how clients see it. */
import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { InputOf } from '@cairn/contract/registry/registry'
import { type GoalTemplate, maximumTemplateKibibytes } from '@cairn/contract/schemas/goal-templates'
import type { Labels } from '../goals/labels/read-goal-labels.ts'
import {
  type GoalTemplateRecord,
  type TemplateContent,
  templates,
} from '../storage/table/entities/goal-views/goal-template.ts'
import { longId, shortId } from '../storage/table/short-id.ts'

export const noContent: TemplateContent = {
  title: null,
  detailedDescription: null,
  labelIds: [],
  cadence: null,
  criteria: [],
  measures: [],
}

export function templateHolder(organizationId: string) {
  return { organizationKey: shortId(organizationId), holderKey: templates }
}

/** Objects are rebuilt, because the table returns their fields in any order. Labels that were deleted are left out. */
export function toTemplateResponse(
  { templateKey, name, content, createdAt, updatedAt }: GoalTemplateRecord,
  labels: Labels,
): GoalTemplate {
  const { title, detailedDescription, labelIds, cadence, criteria, measures } = content
  return {
    id: longId(templateKey),
    name,
    title,
    detailedDescription,
    labelIds: labelIds.filter((id) => labels.has(id)),
    cadence: cadence && { everyDays: cadence.everyDays },
    criteria: criteria.map((criterion) => ({
      id: criterion.id,
      title: criterion.title,
      description: criterion.description,
    })),
    measures: measures.map((measure) => ({
      id: measure.id,
      title: measure.title,
      unit: measure.unit,
      start: measure.start,
      target: measure.target,
    })),
    createdAt,
    updatedAt,
  }
}

type Written = Omit<InputOf<'updateGoalTemplate'>['body'], 'name'>

/**
 * Returns the content after a write. Absent fields stay as they are.
 * @throws `payload_too_large`
 */
export function writtenContent(before: TemplateContent, written: Written): TemplateContent {
  const { criteria, measures, ...fields } = written
  const content: TemplateContent = {
    ...before,
    ...fields,
    ...(criteria && {
      criteria: criteria.map(({ id = randomUUID(), title, description }) => ({ id, title, description })),
    }),
    ...(measures && {
      measures: measures.map(({ id = randomUUID(), title, unit = null, start, target }) => ({
        id,
        title,
        unit,
        start,
        target,
      })),
    }),
  }
  if (Buffer.byteLength(JSON.stringify(content), 'utf8') <= maximumTemplateKibibytes * 1024) return content
  throw new ServiceError(
    'payload_too_large',
    `A template may take at most ${maximumTemplateKibibytes} KiB. Shorten its texts.`,
  )
}

export function templateNotFound(): ServiceError {
  return new ServiceError('goal_template_not_found', 'The organization has no template with this id.')
}
