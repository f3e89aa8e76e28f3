import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { apiTokenScope } from './api-tokens.ts'
import { timestamp, uuidOutput } from './common.ts'
import { followCursor, namedEvent } from './events.ts'
import { goalSummary } from './goals.ts'
import { organizationRole } from './organizations.ts'

/** The largest response of a brief, in bytes of JSON in UTF-8. */
export const maximumBriefBytes = 32 * 1024

export const me = lazy(() =>
  z
    .strictObject({
      user: z.strictObject({ id: z.string(), displayName: z.string(), email: z.string() }),
      organization: z.strictObject({ id: uuidOutput(), name: z.string(), role: organizationRole() }),
      credential: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('session') }),
        z.strictObject({
          kind: z.enum(['api_token', 'oauth']),
          id: z.string(),
          name: z.string(),
          scopes: z.array(apiTokenScope()),
          goalIds: z.array(uuidOutput()).nullable().meta({
            description: 'The only goals that the credential can see; `null` if it is not limited.',
          }),
          expiresAt: timestamp(),
        }),
      ]),
    })
    .meta({ id: 'Me' }),
)
export type Me = z.infer<ReturnType<typeof me>>

/** A summary with the owner's name. */
const briefGoal = lazy(() =>
  z
    .strictObject({
      ...goalSummary().shape,
      owner: z.strictObject({ id: z.string(), displayName: z.string() }).nullable(),
    })
    .meta({ id: 'BriefGoal' }),
)
export type BriefGoal = z.infer<ReturnType<typeof briefGoal>>

export const brief = lazy(() =>
  z
    .strictObject({
      asOf: timestamp(),
      organization: z.strictObject({ id: uuidOutput(), name: z.string() }),
      goals: z.array(briefGoal()).meta({
        description:
          'Active goals that the caller owns: first those that need attention, most pressing first, then the others, last updated first.',
      }),
      moreGoals: z.boolean().meta({ description: 'Whether the caller owns more active goals.' }),
      events: z.array(namedEvent()).meta({
        description: 'What happened since, oldest first, within the sight of the caller.',
      }),
      moreEvents: z.boolean().meta({
        description:
          'With a cursor: more events follow `cursor`. With a time: older events since that time are left out.',
      }),
      cursor: followCursor(),
    })
    .meta({
      id: 'Brief',
      description: `What needs the caller, and what has changed. At most ${maximumBriefBytes / 1024} KiB: what does not fit is left out, and \`moreGoals\` or \`moreEvents\` says so.`,
    }),
)
export type Brief = z.infer<ReturnType<typeof brief>>
