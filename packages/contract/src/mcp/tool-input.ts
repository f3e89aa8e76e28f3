/**
 * What a model is told about arguments that go to an operation. Shorter than the operation's schemas, which validate the arguments
 * and say what is wrong.
 */
import * as z from 'zod'
import { evaluationResults } from '../goals/goal-words.ts'
import { say } from './tool.ts'

const text = () => z.string()
const id = () => text().optional()

export const listedCriteria = (known: { id?: ReturnType<typeof id> } = {}) =>
  z.array(z.looseObject({ ...known, title: text(), description: text() }))

export const listedMeasures = (known: { id?: ReturnType<typeof id> } = {}) =>
  z.array(
    z.looseObject({
      ...known,
      title: text(),
      unit: text().nullable().optional(),
      start: z.number(),
      target: z.number(),
    }),
  )

/** Items of an edit name those that stay. */
export const known = () => ({ id: id() })

export const listedTimeframe = <const Kinds extends [string, ...string[]]>(kinds: Kinds) =>
  z.looseObject({ kind: z.enum(kinds), targetDate: say(text().optional(), 'Of a deadline: YYYY-MM-DD') })

export const listedCadence = () => say(z.looseObject({ everyDays: z.int() }), 'How often a report is due')

export const listedEvidence = () =>
  say(
    z.array(
      z.looseObject({
        title: text(),
        url: say(text().optional(), 'https'),
        text: text().optional(),
      }),
    ),
    'Each with url or text',
  )

export const listedVerdicts = () =>
  say(
    z.array(
      z.looseObject({
        criterionId: text(),
        result: z.enum(evaluationResults),
        note: text().optional(),
        evidence: z.array(z.unknown()).optional(),
      }),
    ),
    'Only on criteria that you checked',
  )

export const listedMeasurements = () => z.array(z.looseObject({ measureId: text(), value: z.number() }))
