import tab from '@bomb.sh/tab/commander'
import { clientVersion } from '@cairn/client'
import { Command } from 'commander'
import { addAccountCommands } from './commands/account.ts'
import { addBriefCommand } from './commands/brief.ts'
import { addExportCommand } from './commands/export.ts'
import { addGoalCommands } from './commands/goal/index.ts'
import { addGoalsCommand } from './commands/goals.ts'
import { addHistoryCommand } from './commands/history/index.ts'
import { addImportCommand } from './commands/import.ts'
import { addLabelsCommand } from './commands/labels.ts'
import { addReportCommand } from './commands/report.ts'
import { addVerifyCommand } from './commands/verify.ts'
import { addWatchCommand } from './commands/watch.ts'
import { addWebhooksCommands } from './commands/webhooks/listen.ts'
import { exitCodes } from './exit-codes.ts'
import { run } from './run.ts'

export function createProgram(): Command {
  const program = new Command('cairn')
    .description('Read goals, report on them, and follow what happens.')
    .version(clientVersion)
    .option('--json', 'print JSON: the shapes of the API')
    .option('--origin <origin>', 'where Cairn is; default: CAIRN_ORIGIN, or the last sign-in')
    .option('--allow-http', 'send the token over plain http to another machine')
    .showHelpAfterError('Help: cairn --help')
    .exitOverride((error) => {
      // Help and version are no errors.
      process.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage)
    })
  const parts = [
    addAccountCommands,
    addBriefCommand,
    addGoalsCommand,
    addGoalCommands,
    addReportCommand,
    addHistoryCommand,
    addWatchCommand,
    addLabelsCommand,
    addExportCommand,
    addImportCommand,
    addVerifyCommand,
    addWebhooksCommands,
  ]
  for (const add of parts) add(program, run)
  tab(program)
  return program
}
