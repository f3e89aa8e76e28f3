/**
 * Input schemas that models see for arguments that go to an operation. Shorter than the operation's schemas, which validate the arguments
 * and say what is wrong.
 */
import * as z from 'zod'
import { evaluationResults } from '../goals/goal-words.ts'
import { say } from './tool.ts'

const text = () => z.string()
const id = () => text().optional()
const textOf = (maxLength: number) => say(text(), { maxLength })

export const listedCriteria = () =>
  say(z.array(z.looseObject({ title: textOf(200), description: textOf(10_000) })), { maxItems: 100 })

/** Criteria of an edit, which names those that stay. `listedCriteria` says the limits. */
export const editedCriteria = () => z.array(z.looseObject({ id: id(), title: text(), description: text() }))

/** Measures of an edit, which names those that stay. `listedMeasures` says the limits. */
export const editedMeasures = () =>
  z.array(
    z.looseObject({
      id: id(),
      title: text(),
      unit: text().nullable().optional(),
      start: z.number(),
      target: z.number(),
    }),
  )

export const listedMeasures = () =>
  say(
    z.array(
      z.looseObject({
        title: textOf(200),
        unit: say(text().nullable().optional(), { maxLength: 20 }),
        start: z.number(),
        target: z.number(),
      }),
    ),
    { maxItems: 20 },
  )

export const listedTimeframe = <const Kinds extends [string, ...string[]]>(kinds: Kinds) =>
  z.looseObject({ kind: z.enum(kinds), targetDate: say(text().optional(), 'YYYY-MM-DD') })

const cadence = () => z.looseObject({ everyDays: say(z.int(), { minimum: 1, maximum: 366 }) })

export const listedCadence = () => say(cadence(), 'How often a report is due')

/** The cadence of an edit. `listedCadence` says what it is. */
export const editedCadence = cadence

/** The direction of a blocker is what callers get wrong most. */
export const listedBlockers = () =>
  say(z.array(text()), { description: 'Goals to finish before this one', maxItems: 20 })

export const listedEvidence = () =>
  say(
    z.array(
      z.looseObject({
        title: textOf(200),
        url: say(text().optional(), { description: 'https', maxLength: 2_000 }),
        text: textOf(2_000).optional(),
      }),
    ),
    { description: 'Each with url or text', maxItems: 20 },
  )

export const listedVerdicts = () =>
  say(
    z.array(
      z.looseObject({
        criterionId: text(),
        result: z.enum(evaluationResults),
        note: textOf(2_000).optional(),
        evidence: say(z.array(z.unknown()).optional(), { maxItems: 10 }),
      }),
    ),
    'Only on criteria that you checked',
  )

export const listedMeasurements = () => z.array(z.looseObject({ measureId: text(), value: z.number() }))

const amount = () => z.int().optional()

export const listedUsage = () =>
  z.looseObject({ inputTokens: amount(), outputTokens: amount(), seconds: amount(), costMicros: amount() })

/** The fence of the claim under which a report writes. */
export const claimFence = () => say(z.int().optional(), '`claim.fence`, if you hold it')
