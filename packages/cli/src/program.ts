import tab from '@bomb.sh/tab/commander'
import { clientVersion } from '@cairn/client'
import { Command } from 'commander'
import { addAccountCommands } from './commands/account.ts'
import { addBriefCommand } from './commands/brief.ts'
import { addExportCommand } from './commands/export.ts'
import { addCriteriaCommands } from './commands/goal/criteria.ts'
import { addGoalCommands } from './commands/goal/index.ts'
import { addMeasuresCommands } from './commands/goal/measures.ts'
import { addGoalsCommand } from './commands/goals/list.ts'
import { addReadyCommand } from './commands/goals/ready.ts'
import { addTreeCommand } from './commands/goals/tree.ts'
import { addHistoryCommand } from './commands/history/index.ts'
import { addVerifyCommand } from './commands/history/verify.ts'
import { addImportCommand } from './commands/import/index.ts'
import { addOpenCommands } from './commands/open.ts'
import { addLabelsCommands } from './commands/organization/labels.ts'
import { addMembersCommand } from './commands/organization/members.ts'
import { addProfilesCommands } from './commands/profiles.ts'
import { addReportCommand } from './commands/report/index.ts'
import { addReviewCommand } from './commands/review.ts'
import { addSetupCommand } from './commands/setup/index.ts'
import { addWatchCommand } from './commands/watch.ts'
import { addWebhooksCommands } from './commands/webhooks/listen.ts'
import { addAskCommand } from './commands/work/ask.ts'
import { addClaimCommands } from './commands/work/claim.ts'
import { addCommentCommand } from './commands/work/comment.ts'
import { addInboxCommand } from './commands/work/inbox.ts'
import { addWorkCommand } from './commands/work/index.ts'
import { addQuestionsCommand } from './commands/work/questions.ts'
import type { Io } from './io.ts'
import type { Run } from './run.ts'

/** The command with all its parts. It throws `CommanderError` where it ends: after help, or if the arguments are wrong. */
export function createProgram({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>, run: Run): Command {
  const program = new Command('cairn')
    .description('Read goals, report on them, and follow what happens.')
    .version(clientVersion)
    .option('--json', 'print JSON: the shapes of the API')
    .option('--origin <origin>', 'where Cairn is; default: CAIRN_ORIGIN, or the last sign-in')
    .option('--profile <name>', 'the sign-in to use; default: CAIRN_PROFILE, or the last sign-in')
    .option('--allow-http', 'send the token over plain http to another machine')
    .showHelpAfterError('Help: cairn --help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
    })
  const parts = [
    addAccountCommands,
    addProfilesCommands,
    addBriefCommand,
    addGoalsCommand,
    addReadyCommand,
    addTreeCommand,
    addGoalCommands,
    addCriteriaCommands,
    addMeasuresCommands,
    addReportCommand,
    addClaimCommands,
    addWorkCommand,
    addAskCommand,
    addQuestionsCommand,
    addCommentCommand,
    addInboxCommand,
    addHistoryCommand,
    addOpenCommands,
    addReviewCommand,
    addWatchCommand,
    addLabelsCommands,
    addMembersCommand,
    addExportCommand,
    addImportCommand,
    addVerifyCommand,
    addWebhooksCommands,
    addSetupCommand,
  ]
  for (const add of parts) add(program, run)
  tab(program)
  return program
}
