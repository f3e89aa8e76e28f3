import { describeRecovery } from '../support/recovery.ts'
import { isAboutGoals, targets } from '../support/targets.ts'

await describeRecovery(targets().filter(isAboutGoals))
