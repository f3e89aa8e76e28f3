import { clientVersion, type Goal, type GoalHealth, type GoalStatus, type Report } from '@cairn/client'
import { findNamed, finiteNumber, pair, textOf } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../exit-codes.ts'

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
}

/** The report that the options describe. */
export async function contentOf(
  goal: Goal,
  options: ContentOptions,
  { environment, io }: Context,
): Promise<Report> {
  const { summary, detailsFile, status, health, measure = [], evidence = [] } = options
  const details = detailsFile === undefined ? options.details : await textOf(detailsFile, io)
  const runId = options.run ?? environment.CAIRN_RUN_ID
  const verdicts = verdictsOf(goal, options)
  return {
    summary,
    details: details ?? summary,
    clientInfo: { name: 'cairn', version: clientVersion },
    ...(status && { status }),
    ...(health && { health }),
    ...(options.key !== undefined && { idempotencyKey: options.key }),
    ...(runId && { runId }),
    ...(verdicts.length > 0 && { verdicts }),
    ...(measure.length > 0 && { measurements: measure.map((argument) => measurementOf(goal, argument)) }),
    ...(evidence.length > 0 && {
      evidence: evidence.map((argument) => evidenceOf(argument, '--evidence')),
    }),
  }
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
