import type { Command } from 'commander'
import { findNamed } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../exit-codes.ts'
import { writtenCriteria } from '../../goal-fields.ts'
import type { Run } from '../../run.ts'
import { changeGoal, type VersionOption, withGoal } from './change.ts'

type Options = VersionOption & { title?: string; description?: string }

export function addCriteriaCommands(program: Command, run: Run): void {
  const criteria = program.command('criteria').description('add, edit or remove a criterion of a goal')
  withGoal(criteria.command('add').description('add a criterion to a goal'))
    .argument('<title>', 'what must be true, at most 200 characters')
    .option('--description <text>', 'how to judge it, in Markdown; default: the title')
    .action(run(addCriterion))
  withGoal(criteria.command('edit').description('change a criterion, which is then not judged'))
    .argument('<criterion>', 'its number, title or id')
    .option('--title <text>', 'what must be true, at most 200 characters')
    .option('--description <text>', 'how to judge it, in Markdown')
    .action(run(editCriterion))
  withGoal(criteria.command('remove').description('remove a criterion from a goal'))
    .argument('<criterion>', 'its number, title or id')
    .action(run(removeCriterion))
}

async function addCriterion(context: Context, goalId: string, title: string, options: Options) {
  const added = { title, description: options.description ?? title }
  await changeGoal(context, goalId, options, (goal) => ({ criteria: [...writtenCriteria(goal), added] }))
}

async function editCriterion(context: Context, goalId: string, name: string, options: Options) {
  const { title, description } = options
  if (title === undefined && description === undefined) throw usageError('Use --title or --description.')
  await changeGoal(context, goalId, options, (goal) => {
    const { id } = findNamed(goal.criteria, name, 'criterion')
    return {
      criteria: writtenCriteria(goal).map((criterion) => {
        if (criterion.id !== id) return criterion
        // A description that only repeats the title follows it.
        const kept = criterion.description === criterion.title ? title : undefined
        return {
          ...criterion,
          title: title ?? criterion.title,
          description: description ?? kept ?? criterion.description,
        }
      }),
    }
  })
}

async function removeCriterion(context: Context, goalId: string, name: string, options: Options) {
  await changeGoal(context, goalId, options, (goal) => {
    const { id } = findNamed(goal.criteria, name, 'criterion')
    return { criteria: writtenCriteria(goal).filter((criterion) => criterion.id !== id) }
  })
}
