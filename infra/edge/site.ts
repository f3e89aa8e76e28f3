import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cacheControlOf, compressedSuffixes, distDirectory } from '@cairn/web/hosting'
import { RemovalPolicy, Size, Stack, Tags } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct, IConstruct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { pin } from '../data/stateful.ts'
import { createLogGroup } from '../functions/log-group.ts'
import { suppress } from '../suppressions.ts'

/** Holds the built web application and nothing else: it is emptied by hand, or kept, when the stack goes. */
export function createSiteBucket(scope: Construct): Bucket {
  const bucket = new Bucket(scope, 'Site', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
  })
  pin(bucket, 'site')
  Tags.of(bucket).add('component', 'web')
  suppress(bucket, {
    'AwsSolutions-S1': 'Public files, read through CloudFront only; who read which is nobody’s business.',
  })
  return bucket
}

/** CloudFront compresses by itself, and serves no file in another's place. */
const compressed = Object.values(compressedSuffixes).flatMap((suffix) => [`*${suffix}`, `assets/*${suffix}`])

/** What stays out of the bucket, for each of its two uploads. */
export const excludedFiles = {
  assets: ['*', '.*', '!assets', '!assets/*', ...compressed],
  pages: ['.sources', '.vite', '.vite/*', 'assets', 'assets/*', ...compressed],
}

/**
 * Puts the built app into the bucket. Files of earlier builds stay: a page that is open in a browser goes on loading
 * its own. Names under /assets change with their content and are put there first, then the pages that name them.
 * CloudFront keeps pages for a second at most (`no-cache`, and its policy's shortest time), so nothing is invalidated.
 *
 * @param after  The API that the pages call: its new operations are there before them.
 */
export function deploySite(
  scope: Construct,
  bucket: Bucket,
  configuration: Configuration,
  after: readonly IConstruct[],
): void {
  const files = siteDirectory()
  const shared = {
    destinationBucket: bucket,
    prune: false,
    logGroup: createLogGroup(scope, 'SiteDeploymentLog', configuration),
    memoryLimit: 256,
    ephemeralStorageSize: Size.mebibytes(512),
  }
  const assets = new BucketDeployment(scope, 'SiteAssets', {
    ...shared,
    sources: [Source.asset(files, { exclude: excludedFiles.assets })],
    cacheControl: [CacheControl.fromString(cacheControlOf('/assets/any'))],
  })
  const pages = new BucketDeployment(scope, 'SitePages', {
    ...shared,
    sources: [
      Source.asset(files, { exclude: excludedFiles.pages }),
      Source.data('openapi.json', readFileSync(openApiDocument, 'utf8')),
    ],
    cacheControl: [CacheControl.fromString(cacheControlOf('/'))],
  })
  pages.node.addDependency(assets, ...after)
  suppressDeploymentFindings(scope)
}

const openApiDocument = new URL('../../packages/contract/openapi.json', import.meta.url)
const placeholder = new URL('placeholder-site/', import.meta.url)

/** `cdk` builds the app before it runs this program; without a build, a page says so. */
function siteDirectory(): string {
  const isBuilt = existsSync(new URL('index.html', distDirectory))
  return fileURLToPath(isBuilt ? distDirectory : placeholder)
}

/** The function that copies the files is a part of the CDK: its role, runtime and logs are not ours to choose. */
function suppressDeploymentFindings(scope: Construct): void {
  const copier = Stack.of(scope).node.children.find(({ node }) =>
    node.id.startsWith('Custom::CDKBucketDeployment'),
  )
  if (!copier) throw new Error('the CDK deploys files in another way than it did')
  const reason =
    'Part of the CDK. Runs only during a deploy, and may touch only the bucket of the site and the assets.'
  suppress(copier, {
    'AwsSolutions-IAM4': reason,
    'AwsSolutions-IAM5': reason,
    'AwsSolutions-L1': reason,
    'Serverless-LambdaTracing': reason,
    'Serverless-LambdaDLQ': reason,
    'Serverless-LambdaDefaultMemorySize': reason,
    'Serverless-LambdaDefaultTimeout': reason,
    'Serverless-LambdaLatestVersion': reason,
  })
}
