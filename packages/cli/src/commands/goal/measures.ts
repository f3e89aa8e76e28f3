import type { Command } from 'commander'
import { findNamed, finite } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../exit-codes.ts'
import { writtenMeasures } from '../../goal-fields.ts'
import type { Run } from '../../run.ts'
import { changeGoal, type VersionOption, withGoal } from './change.ts'

type Fields = { title?: string; start?: number; target?: number; unit?: string | false }
type Options = VersionOption & Fields

export function addMeasuresCommands(program: Command, run: Run): void {
  const measures = program.command('measures').description('add, edit or remove a measure of a goal')
  withGoal(measures.command('add').description('add a measure to a goal'))
    .argument('<title>', 'what is measured, at most 200 characters')
    .requiredOption('--start <number>', 'the value at the start', finite)
    .requiredOption('--target <number>', 'the value to reach', finite)
    .option('--unit <text>', 'such as hours')
    .action(run(addMeasure))
  withGoal(measures.command('edit').description('change a measure; its value stays'))
    .argument('<measure>', 'its number, title or id')
    .option('--title <text>', 'what is measured, at most 200 characters')
    .option('--start <number>', 'the value at the start', finite)
    .option('--target <number>', 'the value to reach', finite)
    .option('--unit <text>', 'such as hours')
    .option('--no-unit', 'remove the unit')
    .action(run(editMeasure))
  withGoal(measures.command('remove').description('remove a measure from a goal'))
    .argument('<measure>', 'its number, title or id')
    .action(run(removeMeasure))
}

type Added = VersionOption & { start: number; target: number; unit?: string }

async function addMeasure(context: Context, goalId: string, title: string, options: Added) {
  const { start, target, unit } = options
  const added = { title, start, target, ...(unit !== undefined && { unit }) }
  await changeGoal(context, goalId, options, (goal) => ({ measures: [...writtenMeasures(goal), added] }))
}

async function editMeasure(context: Context, goalId: string, name: string, options: Options) {
  const { title, start, target, unit } = options
  const changes = {
    ...(title !== undefined && { title }),
    ...(start !== undefined && { start }),
    ...(target !== undefined && { target }),
    ...(unit !== undefined && { unit: unit === false ? null : unit }),
  }
  if (Object.keys(changes).length === 0)
    throw usageError('Use --title, --start, --target, --unit or --no-unit.')
  await changeGoal(context, goalId, options, (goal) => {
    const { id } = findNamed(goal.measures, name, 'measure')
    return {
      measures: writtenMeasures(goal).map((measure) =>
        measure.id === id ? { ...measure, ...changes } : measure,
      ),
    }
  })
}

async function removeMeasure(context: Context, goalId: string, name: string, options: Options) {
  await changeGoal(context, goalId, options, (goal) => {
    const { id } = findNamed(goal.measures, name, 'measure')
    return { measures: writtenMeasures(goal).filter((measure) => measure.id !== id) }
  })
}
