import fc from 'fast-check'
import type { createClock } from '../../../support/service/clock.ts'
import { statesAfter } from './predict.ts'
import { type Exchange, type ModelRequest, type People, send } from './requests.ts'
import { type Name, names, type State } from './state.ts'

/** The model of one run. */
export type Model = {
  /** The states that are possible after the responses so far. */
  states: State[]
  organizations: string[]
  /** Every invitation link so far, the latest first, including links that no longer work. */
  links: { invitationId: string; token: string; to: Name }[]
}

export type Real = { people: People; clock: ReturnType<typeof createClock> }

/**
 * Sends concurrent requests and advances the model. Throws if no order of the requests explains their responses. If several
 * orders do, the model keeps all resulting states; later responses rule out the wrong ones.
 */
export async function exchange(model: Model, real: Real, requests: readonly ModelRequest[]): Promise<void> {
  const exchanges: Exchange[] = await Promise.all(
    requests.map(async (request) => ({ request, response: await send(real.people, request) })),
  )
  const states = statesAfter(model.states, exchanges, real.clock.read().getTime())
  if (states.length === 0) {
    const lines = exchanges.map(
      ({ request, response }) => `${JSON.stringify(request)} -> ${JSON.stringify(response)}`,
    )
    throw new Error(
      `No order explains the responses:\n${lines.join('\n')}\nBefore: ${JSON.stringify(model.states, null, 1)}`,
    )
  }
  model.states = states
  for (const { request, response } of exchanges) {
    const { invitationId, token } = response.body ?? {}
    if (!invitationId || !token) continue
    const to = request.id === 'invite' ? request.to : (states[0]?.invitations[invitationId]?.to ?? 'ada')
    model.links.unshift({ invitationId, token, to })
  }
}

/**
 * A request that names invitations and organizations by number, because ids are not known in advance and a failing run must
 * be shrinkable.
 */
type Step = {
  step: ModelRequest['id']
  by: Name
  whom: Name
  role: 'admin' | 'member'
  /** The number of the link, counted from the latest. */
  link: number
  organization: number
  /** Whether the invited person accepts. */
  isInvitee: boolean
}

function resolve({ links, organizations }: Model, step: Step): ModelRequest {
  const { by, whom, role, link, organization, isInvitee } = step
  const { invitationId, token, to } = links[link % Math.max(links.length, 1)] ?? {
    invitationId: '00000000-0000-4000-8000-000000000000',
    token: 'x',
    to: by,
  }
  switch (step.step) {
    case 'invite':
      return { id: 'invite', by, to: whom, role }
    case 'resend':
    case 'revoke':
      return { id: step.step, by, invitationId }
    case 'accept':
      return { id: 'accept', by: isInvitee ? to : by, token }
    case 'setRole':
      return { id: 'setRole', by, whom, role }
    case 'switch':
      return { id: 'switch', by, organizationId: organizations[organization % organizations.length] ?? '' }
    default:
      return { id: step.step, by }
  }
}

type ServiceCommand = fc.AsyncCommand<Model, Real>

/** Rounds of requests, one after the other. The requests of one round are concurrent. */
class Requests implements ServiceCommand {
  readonly rounds: readonly (readonly Step[])[]

  constructor(...rounds: readonly (readonly Step[])[]) {
    this.rounds = rounds
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    for (const steps of this.rounds) {
      await exchange(
        model,
        real,
        steps.map((step) => resolve(model, step)),
      )
    }
  }

  toString(): string {
    const rounds = this.rounds.map((steps) => steps.map((step) => JSON.stringify(step)).join(' and '))
    return rounds.join(', then ')
  }
}

/** Advances the clock by days; invitations expire after seven. */
class Wait implements ServiceCommand {
  readonly days: number

  constructor(days: number) {
    this.days = days
  }

  check(): boolean {
    return true
  }

  async run(_: Model, { clock }: Real): Promise<void> {
    clock.advance({ days: this.days })
  }

  toString(): string {
    return `wait ${this.days} days`
  }
}

// Repeated values are weights: mostly mutations, mostly by people who may make them, and mostly on the latest links.
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  step: fc.constantFrom<Step['step'][]>(
    ...Array<'invite'>(5).fill('invite'),
    ...Array<'accept'>(6).fill('accept'),
    ...Array<'setRole'>(5).fill('setRole'),
    ...Array<'resend'>(3).fill('resend'),
    ...Array<'revoke'>(2).fill('revoke'),
    ...Array<'switch'>(2).fill('switch'),
    'rename',
    'listMembers',
    'listInvitations',
    'context',
  ),
  by: fc.constantFrom<Name[]>('ada', 'ada', 'bob', 'bob', 'cem', 'dora'),
  whom: fc.constantFrom<Name[]>('ada', 'bob', 'cem', 'cem', 'dora', 'dora', 'dora'),
  role: fc.constantFrom('admin' as const, 'member' as const),
  link: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3),
  organization: fc.constantFrom(0, 0, 0, ...names.keys()),
  isInvitee: fc.constantFrom(true, true, true, false),
})

/** An invitation, then its acceptance and other requests at the same time. */
const raceArbitrary = fc
  .tuple(stepArbitrary, fc.array(stepArbitrary, { minLength: 1, maxLength: 3 }))
  .map(([step, others]) => {
    const invited: Step = {
      ...step,
      step: 'invite',
      by: 'ada',
      whom: step.whom === 'ada' ? 'dora' : step.whom,
    }
    const accepted: Step = { ...invited, step: 'accept', link: 0, isInvitee: true }
    const against = others.map((other): Step => ({ ...other, link: 0, isInvitee: true }))
    return new Requests([invited], [accepted, ...against])
  })

/** Demotes an administrator while they send requests. */
const demotionArbitrary = fc
  .tuple(stepArbitrary, fc.array(stepArbitrary, { minLength: 1, maxLength: 3 }))
  .map(([step, others]) => {
    const demotion: Step = { ...step, step: 'setRole', by: 'ada', whom: 'bob', role: 'member' }
    const promotion: Step = { ...demotion, role: 'admin' }
    return new Requests([promotion], [demotion, ...others.map((other): Step => ({ ...other, by: 'bob' }))])
  })

/** An invitation whose inviter is demoted, with attempts to accept it before and after a new promotion. */
const voidArbitrary = fc
  .tuple(stepArbitrary, fc.array(stepArbitrary, { maxLength: 2 }), fc.boolean(), fc.boolean())
  .map(([step, others, isRaced, isInvitedAgain]) => {
    const promotion: Step = { ...step, step: 'setRole', by: 'ada', whom: 'bob', role: 'admin' }
    const demotion: Step = { ...promotion, role: 'member' }
    const invited: Step = { ...step, step: 'invite', by: 'bob', whom: 'dora' }
    const accepted: Step = { ...invited, step: 'accept', link: 0, isInvitee: true }
    const about = others.map((other): Step => ({ ...other, whom: 'dora', link: other.link % 2 }))
    const again: Step = { ...invited, by: 'ada' }
    return new Requests(
      [promotion],
      [invited],
      isRaced ? [demotion, accepted, ...about] : [demotion],
      [accepted],
      isInvitedAgain ? [again, promotion] : [promotion],
      [{ ...accepted, link: isInvitedAgain ? 1 : 0 }, accepted],
    )
  })

export const commandArbitraries: fc.Arbitrary<ServiceCommand>[] = [
  stepArbitrary.map((step) => new Requests([step])),
  fc.array(stepArbitrary, { minLength: 2, maxLength: 4 }).map((steps) => new Requests(steps)),
  fc.array(stepArbitrary, { minLength: 2, maxLength: 4 }).map((steps) => new Requests(steps)),
  // The same request twice, like a client that retries without waiting for the response.
  stepArbitrary.map((step) => new Requests([step, step])),
  raceArbitrary,
  raceArbitrary,
  demotionArbitrary,
  voidArbitrary,
  fc.constantFrom(1, 3, 7).map((days) => new Wait(days)),
]
