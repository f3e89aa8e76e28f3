import type { Command } from 'commander'
import { goalIdIn, idempotencyKey } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { everyGoalField } from '../../goal-fields.ts'
import { oneLine } from '../../output/escape.ts'
import type { Run } from '../../run.ts'
import { withGoal } from './change.ts'
import { showGoal } from './show.ts'
import { continueGoal, editGoal, newGoal } from './write.ts'

async function deleteGoal(context: Context, goalId: string): Promise<void> {
  const { cairn } = await context.connect()
  const params = { goalId }
  const { goal } = await cairn.getGoal({ params })
  await cairn.deleteGoal({ params })
  if (context.json) return context.printJson({ goal })
  await context.print(`Deleted "${oneLine(goal.title)}".`)
}

export function addGoalCommands(program: Command, run: Run): void {
  const goal = program.command('goal').description('show, publish, edit or delete a goal')
  goal
    .command('show')
    .description('a goal with its texts, criteria and measures')
    .argument('<goal>', 'its id or page', goalIdIn)
    .action(run(showGoal))
  goal
    .command('delete')
    .description('delete a goal with its history, permanently')
    .argument('<goal>', 'its id or page', goalIdIn)
    .action(run(deleteGoal))
  withFields(goal.command('new').description('publish a goal'))
    .option('--key <key>', 'idempotency key: the same key and content publish one goal', idempotencyKey)
    .action(run(newGoal))
  goal
    .command('continue')
    .description('publish a goal like it for the next period, with what is left to do')
    .argument('<goal>', 'its id or page', goalIdIn)
    .option('--due <date>', 'a deadline, such as 2027-06-30')
    .option('--continuous', 'no deadline')
    .option('--title <title>', 'its title; default: the same')
    .option('--key <key>', 'idempotency key: the same key and content publish one goal', idempotencyKey)
    .action(run(continueGoal))
  withGoal(withFields(goal.command('edit').description('change a goal; refused if somebody was faster')))
    .option('--no-labels', 'remove all labels')
    .option('--no-parent', 'take it out from below its parent')
    .option('--no-blocked-by', 'let it wait for no other goal')
    .action(run(editGoal))
}

function withFields(command: Command): Command {
  for (const [, { options }] of everyGoalField) {
    for (const [flags, description, parse] of options) {
      if (parse) command.option(flags, description, parse)
      else command.option(flags, description)
    }
  }
  return command
}
