import fc from 'fast-check'
import type { createClock } from '../../support/service/clock.ts'
import { statesAfter } from './predict.ts'
import { type Exchange, type ModelRequest, type People, send } from './requests.ts'
import { type Name, names, type State } from './state.ts'

/** What fast-check hands from command to command. */
export type Model = {
  /** Every state that the answers so far allow. */
  states: State[]
  organizations: string[]
  /** Every link that was told, dead ones included, the latest first. */
  links: { invitationId: string; token: string; to: Name }[]
}

export type Real = { people: People; clock: ReturnType<typeof createClock> }

/**
 * Sends requests before any is answered. Their answers must be those of some order of the requests; where several
 * orders explain them, later answers tell which it was.
 */
export async function exchange(model: Model, real: Real, requests: readonly ModelRequest[]): Promise<void> {
  const exchanges: Exchange[] = await Promise.all(
    requests.map(async (request) => ({ request, answer: await send(real.people, request) })),
  )
  const states = statesAfter(model.states, exchanges, real.clock.read().getTime())
  if (states.length === 0) {
    const lines = exchanges.map(
      ({ request, answer }) => `${JSON.stringify(request)} -> ${JSON.stringify(answer)}`,
    )
    throw new Error(
      `No order explains the answers:\n${lines.join('\n')}\nBefore: ${JSON.stringify(model.states, null, 1)}`,
    )
  }
  model.states = states
  for (const { request, answer } of exchanges) {
    const { invitationId, token } = answer.body ?? {}
    if (!invitationId || !token) continue
    const to = request.id === 'invite' ? request.to : (states[0]?.invitations[invitationId]?.to ?? 'ada')
    model.links.unshift({ invitationId, token, to })
  }
}

/** A request before it is known what there is: invitations are named by number, so that a failing run can be shrunk. */
type Step = {
  step: ModelRequest['id']
  by: Name
  whom: Name
  role: 'admin' | 'member'
  /** Which link, counted from the latest. */
  link: number
  organization: number
  /** Accepts as whoever was invited. */
  isRightPerson: boolean
}

function resolve({ links, organizations }: Model, step: Step): ModelRequest {
  const { by, whom, role, link, organization, isRightPerson } = step
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
      return { id: 'accept', by: isRightPerson ? to : by, token }
    case 'setRole':
      return { id: 'setRole', by, whom, role }
    case 'switch':
      return { id: 'switch', by, organizationId: organizations[organization % organizations.length] ?? '' }
    default:
      return { id: step.step, by }
  }
}

type ServiceCommand = fc.AsyncCommand<Model, Real>

/** One request, or several at the same time; then the next ones. */
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

/** Time goes by; an invitation is over after seven days. */
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

// Weights: mostly what changes something, mostly by those who may, and on the latest links.
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
  isRightPerson: fc.constantFrom(true, true, true, false),
})

/** An invitation, and at once what may happen to it. */
const raceArbitrary = fc
  .tuple(stepArbitrary, fc.array(stepArbitrary, { minLength: 1, maxLength: 3 }))
  .map(([step, others]) => {
    const invited: Step = {
      ...step,
      step: 'invite',
      by: 'ada',
      whom: step.whom === 'ada' ? 'dora' : step.whom,
    }
    const accepted: Step = { ...invited, step: 'accept', link: 0, isRightPerson: true }
    const against = others.map((other): Step => ({ ...other, link: 0, isRightPerson: true }))
    return new Requests([invited], [accepted, ...against])
  })

/** A role that changes while its holder does something. */
const demotionArbitrary = fc
  .tuple(stepArbitrary, fc.array(stepArbitrary, { minLength: 1, maxLength: 3 }))
  .map(([step, others]) => {
    const demotion: Step = { ...step, step: 'setRole', by: 'ada', whom: 'bob', role: 'member' }
    const promotion: Step = { ...demotion, role: 'admin' }
    return new Requests([promotion], [demotion, ...others.map((other): Step => ({ ...other, by: 'bob' }))])
  })

/** An invitation by somebody who is demoted, and what becomes of it meanwhile and once the inviter is back. */
const voidArbitrary = fc
  .tuple(stepArbitrary, fc.array(stepArbitrary, { maxLength: 2 }), fc.boolean(), fc.boolean())
  .map(([step, others, isRaced, isInvitedAgain]) => {
    const promotion: Step = { ...step, step: 'setRole', by: 'ada', whom: 'bob', role: 'admin' }
    const demotion: Step = { ...promotion, role: 'member' }
    const invited: Step = { ...step, step: 'invite', by: 'bob', whom: 'dora' }
    const accepted: Step = { ...invited, step: 'accept', link: 0, isRightPerson: true }
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
  // The same twice, as by a client that did not wait for its answer.
  stepArbitrary.map((step) => new Requests([step, step])),
  raceArbitrary,
  raceArbitrary,
  demotionArbitrary,
  voidArbitrary,
  fc.constantFrom(1, 3, 7).map((days) => new Wait(days)),
]
