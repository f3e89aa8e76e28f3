import { backup } from './backup.ts'
import { checkIntegrity } from './check-integrity.ts'
import type { Command } from './command.ts'
import { endSessions } from './end-sessions.ts'
import { repairCommand } from './repair.ts'
import { restoreDrill } from './restore-drill.ts'
import { verifyEmail } from './verify-email.ts'
import { verifyHistoryOf } from './verify-history.ts'

/** The maintenance commands by name: scripts of the repository's package.json, and subcommands of `cairn-server`. */
export const commands: Readonly<Record<string, Command>> = {
  backup,
  'check-integrity': checkIntegrity,
  'end-sessions': endSessions,
  repair: repairCommand,
  'restore-drill': restoreDrill,
  'verify-email': verifyEmail,
  'verify-history': verifyHistoryOf,
}
