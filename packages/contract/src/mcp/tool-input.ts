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

export const listedCriteria = (known: { id?: ReturnType<typeof id> } = {}) =>
  say(z.array(z.looseObject({ ...known, title: textOf(200), description: textOf(10_000) })), {
    maxItems: 100,
  })

export const listedMeasures = (known: { id?: ReturnType<typeof id> } = {}) =>
  say(
    z.array(
      z.looseObject({
        ...known,
        title: textOf(200),
        unit: say(text().nullable().optional(), { maxLength: 20 }),
        start: z.number(),
        target: z.number(),
      }),
    ),
    { maxItems: 20 },
  )

/** Items of an edit name those that stay. */
export const known = () => ({ id: id() })

export const listedTimeframe = <const Kinds extends [string, ...string[]]>(kinds: Kinds) =>
  z.looseObject({ kind: z.enum(kinds), targetDate: say(text().optional(), 'Of a deadline: YYYY-MM-DD') })

export const listedCadence = () =>
  say(z.looseObject({ everyDays: say(z.int(), { minimum: 1, maximum: 366 }) }), 'How often a report is due')

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
