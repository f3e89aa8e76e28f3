import { Duration } from 'aws-cdk-lib'
import type { IBackupVault } from 'aws-cdk-lib/aws-backup'
import { type Alarm, ComparisonOperator, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { Configuration } from '../configuration/configuration.ts'
import type { Background } from '../functions/background/background.ts'
import type { CreateAlarm } from './create-alarm.ts'

const period = Duration.hours(1)

/** A backup may begin an hour late (`startWindow`) and takes a while. */
const hoursWithoutBackup = { day: 28, hour: 4 }

/** The last part of `arn:aws:backup:<region>:<account>:backup-vault:<name>`. */
const nameOfVault = (arn: string) => arn.slice(arn.lastIndexOf(':') + 1)

/** Alarms of backups that are not made, and of copies that fail. */
export function backupAlarms(
  alarm: CreateAlarm,
  { backups }: Configuration,
  { backupVault, background: { due } }: { backupVault: IBackupVault | undefined; background: Background },
): Alarm[] {
  if (!backups || !backupVault) return []
  const jobs = (state: string, BackupVaultName: string) =>
    new Metric({
      namespace: 'AWS/Backup',
      metricName: state,
      period,
      statistic: Stats.SUM,
      dimensionsMap: { BackupVaultName, ResourceType: 'DynamoDB' },
    })
  const completed = jobs('NumberOfBackupJobsCompleted', backupVault.backupVaultName)
  const sweeps = due.lambda.metricInvocations({ period, statistic: Stats.SUM })
  const hours = hoursWithoutBackup[backups.every]
  const alarms = [
    alarm(
      'NoBackup',
      // AWS Backup sends nothing if nothing was completed. So an hour counts as zero if the stack existed: if sweeps ran in it. A new
      // stack has time for its first backup, because hours before it are missing, not zero.
      new MathExpression({
        expression: 'MAX([completed, sweeps * 0])',
        usingMetrics: { completed, sweeps },
        period,
        label: 'backups',
      }),
      1,
      `No backup of the table was completed for ${hours} hours.`,
      {
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        evaluationPeriods: hours,
        datapointsToAlarm: hours,
      },
    ),
  ]
  if (backups.copyTo === undefined) return alarms
  // AWS does not document whether the vault of this metric is the source or the target. Only one of them exists.
  const failed = [backupVault.backupVaultName, nameOfVault(backups.copyTo)].map((name) =>
    jobs('NumberOfCopyJobsFailed', name),
  )
  return [
    ...alarms,
    alarm(
      'BackupCopyFailed',
      new MathExpression({
        expression: 'SUM(METRICS())',
        usingMetrics: Object.fromEntries(failed.map((metric, index) => [`m${index}`, metric])),
        period,
        label: 'failed copies',
      }),
      1,
      'A backup was not copied to the other vault. "aws backup list-copy-jobs --by-state FAILED" tells why.',
    ),
  ]
}
