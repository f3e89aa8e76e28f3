import { clientVersion, type Goal, type GoalHealth, type GoalStatus, type Report } from '@cairn/client'
import { findNamed, finiteNumber, pair, textOf } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../exit-codes.ts'
import { fenceFor, runFor } from '../work/claimed-work.ts'

export type ContentOptions = {
  summary: string
  details?: string
  detailsFile?: string
  status?: GoalStatus
  health?: GoalHealth
  criterion?: string[]
  criterionEvidence?: string[]
  measure?: string[]
  evidence?: string[]
  key?: string
  run?: string
  fence?: number
  handoff?: string | false
  handoffFile?: string
  inputTokens?: number
  outputTokens?: number
  seconds?: number
  cost?: number
}

/** The report that the options describe. */
export async function contentOf(goal: Goal, options: ContentOptions, context: Context): Promise<Report> {
  const { io } = context
  const { summary, detailsFile, status, health, measure = [], evidence = [] } = options
  const details = detailsFile === undefined ? options.details : await textOf(detailsFile, io)
  const runId = runFor(context, goal.id, options.run)
  const claimFence = fenceFor(context, goal.id, options.fence)
  const handoff = await handoffOf(options, io)
  const usage = usageOf(options)
  const verdicts = verdictsOf(goal, options)
  return {
    summary,
    details: details ?? summary,
    clientInfo: { name: 'cairn', version: clientVersion },
    ...(status && { status }),
    ...(health && { health }),
    ...(options.key !== undefined && { idempotencyKey: options.key }),
    ...(runId && { runId }),
    ...(claimFence !== undefined && { claimFence }),
    ...(handoff !== undefined && { handoff }),
    ...(usage && { usage }),
    ...(verdicts.length > 0 && { verdicts }),
    ...(measure.length > 0 && { measurements: measure.map((argument) => measurementOf(goal, argument)) }),
    ...(evidence.length > 0 && {
      evidence: evidence.map((argument) => evidenceOf(argument, '--evidence')),
    }),
  }
}

/** Returns the text to hand off; `null` removes the one before, and undefined leaves it. */
async function handoffOf({ handoff, handoffFile }: ContentOptions, io: Context['io']) {
  if (handoff === false) return null
  return handoffFile === undefined ? handoff : textOf(handoffFile, io)
}

function usageOf({ inputTokens, outputTokens, seconds, cost }: ContentOptions): Report['usage'] {
  const usage = { inputTokens, outputTokens, seconds, costMicros: cost }
  return Object.values(usage).some((value) => value !== undefined) ? usage : undefined
}

type Verdict = NonNullable<Report['verdicts']>[number]

function verdictsOf(goal: Goal, { criterion = [], criterionEvidence = [] }: ContentOptions): Verdict[] {
  const verdicts = criterion.map((argument) => verdictOf(goal, argument))
  for (const argument of criterionEvidence) {
    const option = '--criterion-evidence'
    const [name, link] = pair(argument, option)
    const { id } = findNamed(goal.criteria, name, 'criterion')
    const verdict = verdicts.find(({ criterionId }) => criterionId === id)
    if (!verdict) throw usageError(`${option}: say with --criterion whether ${name} is met.`)
    verdict.evidence = [...(verdict.evidence ?? []), evidenceOf(link, option)]
  }
  return verdicts
}

/** `1=met`, or with a note: `1=met: All were answered`. */
function verdictOf(goal: Goal, argument: string): Verdict {
  const [name, text] = pair(argument, '--criterion')
  const [, result, note] = /^(met|not_met|unknown)(?::\s*(.*))?$/s.exec(text) ?? []
  if (result === undefined) {
    throw usageError('--criterion: use met, not_met or unknown; a note follows after a colon.')
  }
  return {
    criterionId: findNamed(goal.criteria, name, 'criterion').id,
    result: result as Verdict['result'],
    ...(note && { note }),
  }
}

function measurementOf(goal: Goal, argument: string) {
  const [name, value] = pair(argument, '--measure')
  return { measureId: findNamed(goal.measures, name, 'measure').id, value: finiteNumber(value, '--measure') }
}

function evidenceOf(argument: string, option: string) {
  const [title, url] = pair(argument, option)
  return { title, url }
}
