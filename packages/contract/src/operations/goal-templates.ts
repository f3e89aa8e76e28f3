import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/goal-templates.ts'

const templateParams = lazy(() => z.strictObject({ templateId: uuid() }))

/** In the group of saved views, because both are what lists and forms start from. */
export const goalTemplatesOperations = {
  listGoalTemplates: defineOperation({
    id: 'listGoalTemplates',
    method: 'GET',
    path: '/v1/goal-templates',
    group: 'goal-views',
    summary: 'List the goal templates of the organization, sorted by name',
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['Query'],
    success: {
      status: 200,
      description: 'A page of templates.',
      body: lazy(() =>
        z
          .strictObject({ templates: z.array(schemas.goalTemplate()), nextCursor: nextCursor() })
          .meta({ id: 'ListGoalTemplatesResponse' }),
      ),
    },
    errors: [],
  }),
  createGoalTemplate: defineOperation({
    id: 'createGoalTemplate',
    method: 'POST',
    path: '/v1/goal-templates',
    group: 'goal-views',
    summary: 'Create a goal template',
    credential: 'session',
    body: schemas.createGoalTemplateRequest,
    repeated: 'first_response',
    success: { status: 201, description: 'The new template.', body: schemas.goalTemplateResponse },
    errors: ['organization_admin_required', 'invalid_goal_labels', 'too_many_goal_templates'],
  }),
  updateGoalTemplate: defineOperation({
    id: 'updateGoalTemplate',
    method: 'PATCH',
    path: '/v1/goal-templates/{templateId}',
    group: 'goal-views',
    summary: 'Change a goal template',
    credential: 'session',
    params: templateParams,
    malformedParams: 'goal_template_not_found',
    body: schemas.updateGoalTemplateRequest,
    success: { status: 200, description: 'The changed template.', body: schemas.goalTemplateResponse },
    errors: ['goal_template_not_found', 'organization_admin_required', 'invalid_goal_labels'],
  }),
  deleteGoalTemplate: defineOperation({
    id: 'deleteGoalTemplate',
    method: 'DELETE',
    path: '/v1/goal-templates/{templateId}',
    group: 'goal-views',
    summary: 'Delete a goal template',
    credential: 'session',
    params: templateParams,
    malformedParams: 'goal_template_not_found',
    table: ['DeleteItem'],
    success: { status: 204, description: 'The template is deleted.' },
    errors: ['goal_template_not_found', 'organization_admin_required'],
  }),
}
