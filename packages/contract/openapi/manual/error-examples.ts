import type { DetailCode } from '../../src/errors/error-details.ts'
import { errorAliases } from '../../src/errors/errors.ts'
import type { ErrorCode } from '../../src/index.ts'
import { composeExample } from './compose-example.ts'
import { errorTexts } from './error-texts.ts'
import { ids } from './examples.ts'
import type { JsonSchema } from './schema-walk.ts'

/** The body of an error response. Some codes carry more than a message. */
export function errorExample(code: ErrorCode, schemas: Record<string, JsonSchema>): unknown {
  const composed = (name: string) => composeExample(schemas[name] ?? {}, [name], schemas)
  const additions: { [Code in ErrorCode]?: object } = {
    invalid_request: {
      details: [
        {
          path: 'criteria.0.title',
          message: 'Use at most 200 characters.',
          code: 'too_long' satisfies DetailCode,
          limit: 200,
        },
      ],
    },
    organization_member_not_found: { aliasOf: errorAliases.organization_member_not_found },
    goal_revision_conflict: { conflict: composed('GoalConflict') },
    goal_version_conflict: { conflict: composed('GoalConflict') },
    goal_claimed: { claim: composed('GoalClaim') },
    goal_claim_lost: { claim: null },
    goal_not_ready: { reasons: ['blocked'] },
    question_closed: { question: composed('GoalQuestion') },
    verification_required: { criterionIds: [ids.criterion] },
    goal_update_idempotency_conflict: { update: composed('GoalUpdate') },
    idempotency_secret_gone: { id: ids.token },
  }
  return { error: code, message: errorTexts[code].message, ...additions[code] }
}
