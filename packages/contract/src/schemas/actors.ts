/** The actor of an action: a person, or a program with a token. */
import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'

export const actor = lazy(() =>
  z
    .strictObject({
      kind: z.enum(['user', 'client', 'agent']),
      id: z.string(),
      runId: z.string().nullable(),
    })
    .meta({ id: 'Actor' }),
)

/** Programs are called what they were called then: API tokens are deleted some time after they have expired. */
export const actorName = lazy(() =>
  z
    .string()
    .meta({
      id: 'ActorName',
      description:
        'What the program or agent that acted was called: the name of its API token or grant. Absent if a person acted.',
    })
    .optional(),
)

/** An actor with the name of the user or of the API token. */
export const namedActor = lazy(() =>
  z
    .strictObject({
      ...actor().shape,
      displayName: z.string().meta({
        description: 'The name of the user, or of the API token that acted for a user.',
      }),
    })
    .meta({ id: 'NamedActor' }),
)
export type NamedActor = z.infer<ReturnType<typeof namedActor>>
