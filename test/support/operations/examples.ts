import { allOperations, type OperationId } from '@cairn/contract/registry/registry'
import type { World } from '../people/world.ts'
import { apiTokens } from './api-tokens.ts'
import { auth } from './auth.ts'
import { events } from './events.ts'
import type { Example, ExampleRequest, Scene } from './example.ts'
import { goalClaims } from './goal-claims.ts'
import { goalComments } from './goal-comments.ts'
import { goalLabels } from './goal-labels.ts'
import { goalQuestions } from './goal-questions.ts'
import { goalViews } from './goal-views.ts'
import { goals } from './goals.ts'
import { health } from './health.ts'
import { inbox } from './inbox.ts'
import { invitations } from './invitations.ts'
import { notifications } from './notifications.ts'
import { oauth } from './oauth.ts'
import { organizations } from './organizations.ts'
import { webhooks } from './webhooks.ts'

/** One working request of every operation of the registry, who may send it, and what it leaves. */
export const examples: { [Id in OperationId]: Example<Id> } = {
  ...health,
  ...auth,
  ...organizations,
  ...invitations,
  ...apiTokens,
  ...goals,
  ...goalLabels,
  ...goalViews,
  ...goalClaims,
  ...goalQuestions,
  ...goalComments,
  ...inbox,
  ...events,
  ...webhooks,
  ...notifications,
  ...oauth,
}

/** The operations that a service with the built-in provider offers. */
export const offeredOperations = allOperations.filter(
  ({ id }) => examples[id as OperationId].access !== 'openid-provider',
)

/** The example's request, sent by the owner about the owner's own unless a test says otherwise. */
export async function requestOf(
  id: string,
  world: World,
  { caller = world.owner, whose = world.owner }: Partial<Omit<Scene, 'world'>> = {},
): Promise<ExampleRequest> {
  return examples[id as OperationId].request({ world, caller, whose })
}
