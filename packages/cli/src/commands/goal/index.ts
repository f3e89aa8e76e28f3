import type { Command } from 'commander'
import { goalIdIn, several, wholeNumber } from '../../arguments.ts'
import type { Run } from '../../run.ts'
import { showGoal } from './show.ts'
import { editGoal, newGoal } from './write.ts'

export function addGoalCommands(program: Command, run: Run): void {
  const goal = program.command('goal').description('show, publish or edit a goal')
  goal
    .command('show')
    .description('a goal with its texts, criteria and measures')
    .argument('<goal>', 'its id or page', goalIdIn)
    .action(run(showGoal))
  withFields(goal.command('new').description('publish a goal'))
    .option('--key <key>', 'idempotency key: the same key and content publish one goal')
    .action(run(newGoal))
  withFields(goal.command('edit').description('change a goal; refused if somebody was faster'))
    .argument('<goal>', 'its id or page', goalIdIn)
    .option('--no-labels', 'remove all labels')
    .option('--expected-version <version>', 'the version that you have read', wholeNumber)
    .action(run(editGoal))
}

function withFields(command: Command): Command {
  return command
    .option('--title <text>', 'at most 200 characters')
    .option('--description <text>', 'what the goal is about, in Markdown')
    .option('--description-file <file>', 'the same from a file, or from standard input with -')
    .option('--due <date>', 'a deadline, such as 2027-06-30')
    .option('--continuous', 'no deadline')
    .option('--criterion <text>', 'what must be true; may be repeated, and adds to what is there', several)
    .option('--measure <text>', 'such as "Median response: 48..24 hours"; may be repeated', several)
    .option('--label <name>', 'a label by name or id; may be repeated', several)
    .option('--every <days>', 'how often a report is due', wholeNumber)
    .option('--owner <user>', 'me, none, or the id of a user')
}
