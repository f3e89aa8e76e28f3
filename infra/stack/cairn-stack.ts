import { CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { keepSettings } from '../configuration/kept-settings.ts'
import { createBackups } from '../data/backups.ts'
import { createSecrets } from '../data/secrets.ts'
import { createTable } from '../data/table.ts'
import { createDistribution } from '../edge/distribution.ts'
import { createEdgeLog } from '../edge/edge-log.ts'
import { createFirewall } from '../edge/firewall.ts'
import { createRecords, webOriginOf } from '../edge/own-domain.ts'
import { createSiteBucket, deploySite } from '../edge/site.ts'
import { addRoutes, createApi } from '../functions/api.ts'
import { createBackground } from '../functions/background/background.ts'
import { createCanary } from '../functions/canary.ts'
import { createEmailSender } from '../functions/email.ts'
import { createGroupFunctions } from '../functions/group-functions.ts'
import { createAlarms } from '../monitoring/alarms.ts'
import { createDashboard } from '../monitoring/dashboard.ts'
import { createSpending } from '../monitoring/spending.ts'
import { createSyntheticCheck } from '../monitoring/synthetic-check.ts'
import { createStackPolicy } from './stack-policy.ts'

/**
 * One installation, in one stack, so that one deploy creates it. The order avoids cycles: the API without routes, the
 * distribution in front of it, the functions, which need the distribution's domain, the routes to the functions, then the pages.
 */
export class CairnStack extends Stack {
  constructor(scope: Construct, configuration: Configuration) {
    const { stage, deletionProtection, account, region, domain, email } = configuration
    super(scope, `Cairn-${stage}`, {
      description: 'Cairn, a goal-tracking service',
      env: { ...(account && { account }), ...(region && { region }) },
      terminationProtection: deletionProtection,
    })
    Tags.of(this).add('project', 'cairn')
    Tags.of(this).add('stage', stage)

    const table = createTable(this, configuration)
    const backupVault = createBackups(this, configuration, table)
    const secrets = createSecrets(this, configuration)
    const sender = email && createEmailSender(this, email, secrets)
    const siteBucket = createSiteBucket(this)
    const api = createApi(this, configuration)
    const webAclArn = createFirewall(this, configuration)
    const distribution = createDistribution(this, configuration, { api, secrets, siteBucket, webAclArn })
    createEdgeLog(this, configuration, distribution)
    if (domain) createRecords(this, domain, distribution)
    const parts = { table, secrets, email: sender, distribution }
    const background = createBackground(this, configuration, parts)
    const functions = createGroupFunctions(this, configuration, parts)
    // The functions are replaced after the filter of the stream, so that the filter knows everything they write.
    for (const lambda of Object.values(functions)) lambda.node.addDependency(background.goalChanges.mapping)
    const apiStage = addRoutes(this, api, functions, configuration)
    deploySite(this, configuration, {
      bucket: siteBucket,
      webOrigin: webOriginOf(configuration, distribution),
      after: [apiStage, ...Object.values(functions)],
    })
    const watched = {
      stage: apiStage,
      functions: Object.values(functions),
      background,
      table,
      email: sender,
      backupVault,
      syntheticCheck: createSyntheticCheck(this, configuration, {
        secrets,
        webOrigin: webOriginOf(configuration, distribution),
      }),
      protection: createStackPolicy(this),
    }
    const alarms = createAlarms(this, configuration, watched)
    createCanary(this, configuration, watched.functions, alarms)
    createDashboard(this, configuration, watched, alarms)

    createSpending(this, configuration)

    // After all resources, which depend on it.
    keepSettings(this, configuration)

    new CfnOutput(this, 'Address', {
      description: 'The address of the service',
      value: webOriginOf(configuration, distribution),
    })
    new CfnOutput(this, 'DistributionDomain', {
      description: 'The target for DNS records of a custom domain',
      value: distribution.distributionDomainName,
    })
    new CfnOutput(this, 'TableName', { description: 'The DynamoDB table', value: table.tableName })
    new CfnOutput(this, 'ParkedChangesBucket', {
      description: 'The bucket of changes that Lambda gave up, for npm run repair',
      value: background.goalChanges.parked.bucketName,
    })
  }
}
