/** Drafts of reports, which people keep for themselves. */
import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { timestamp } from '../common.ts'

/** The largest content of a draft as JSON in UTF-8, in KiB. */
export const maximumDraftKibibytes = 64
/** After the last change of a draft, until it is deleted. */
export const draftDays = 30

const content = lazy(() =>
  z.union([z.string(), z.record(z.string(), z.unknown())], 'Send a text or an object.').meta({
    description: `A text, or an object of the client’s own form. At most ${maximumDraftKibibytes} KiB as JSON.`,
  }),
)

export const putGoalDraftRequest = lazy(() =>
  z.strictObject({ content: content() }).meta({ id: 'PutGoalDraftRequest' }),
)

export const goalDraft = lazy(() =>
  z
    .strictObject({ content: content(), updatedAt: timestamp(), expiresAt: timestamp() })
    .meta({ id: 'GoalDraft' }),
)

export const goalDraftResponse = lazy(() =>
  z.strictObject({ draft: goalDraft() }).meta({ id: 'GoalDraftResponse' }),
)
