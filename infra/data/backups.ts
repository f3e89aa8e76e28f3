import { Duration, RemovalPolicy, Tags } from 'aws-cdk-lib'
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type IBackupVault,
} from 'aws-cdk-lib/aws-backup'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { accountWideName } from '../configuration/account-wide-name.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { suppress } from '../stack/suppressions.ts'
import { pin } from './stateful.ts'

/** How long backups are kept. Each is a copy of the whole table, so hourly ones are kept only until there is a daily one. */
const daysKept = { daily: 35, hourly: 2 }

/**
 * Backups of the table that a mistake or a stolen credential cannot delete: the vault is locked, after three days for everybody
 * including the account's root. Point-in-time recovery loses less, but not what deletes the table or takes the region.
 *
 * @returns The vault, or undefined without backups.
 */
export function createBackups(
  scope: Construct,
  configuration: Configuration,
  table: ITable,
): IBackupVault | undefined {
  const { backups } = configuration
  if (!backups) return undefined
  const vault = new BackupVault(scope, 'Backups', {
    backupVaultName: accountWideName(scope, configuration, 'backups'),
    removalPolicy: RemovalPolicy.RETAIN,
    lockConfiguration: {
      minRetention: Duration.days(1),
      maxRetention: Duration.days(366),
      changeableFor: Duration.days(3),
    },
  })
  pin(vault, 'backupVault')
  const target = backups.copyTo && BackupVault.fromBackupVaultArn(scope, 'BackupCopies', backups.copyTo)
  const rule = (name: keyof typeof daysKept, schedule: Schedule) => {
    const deleteAfter = Duration.days(daysKept[name])
    return new BackupPlanRule({
      ruleName: name,
      backupVault: vault,
      scheduleExpression: schedule,
      startWindow: Duration.hours(1),
      completionWindow: Duration.hours(12),
      deleteAfter,
      ...(target && { copyActions: [{ destinationBackupVault: target, deleteAfter }] }),
    })
  }
  const plan = new BackupPlan(scope, 'BackupPlan', {
    backupPlanName: accountWideName(scope, configuration, 'backups'),
    backupPlanRules: [
      rule('daily', Schedule.cron({ minute: '30', hour: '3' })),
      ...(backups.every === 'hour' ? [rule('hourly', Schedule.cron({ minute: '0' }))] : []),
    ],
  })
  const role = new Role(scope, 'BackupRole', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    managedPolicies: [
      ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup'),
    ],
  })
  suppress(role, {
    'AwsSolutions-IAM4':
      'AWS Backup needs what this policy grants, which changes with the service. The role can be assumed only by it.',
  })
  plan.addSelection('Table', { role, resources: [BackupResource.fromArn(table.tableArn)] })
  Tags.of(vault).add('component', 'backups')
  return vault
}
