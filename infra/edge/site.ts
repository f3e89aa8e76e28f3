import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { llmsPath, llmsText } from '@cairn/contract/llms-text'
import { servedDocument } from '@cairn/contract/openapi/served'
import { cacheControlOf, compressedSuffixes, distDirectory, withShareImage } from '@cairn/web/hosting'
import { Duration, RemovalPolicy, Size, Stack, Tags } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct, IConstruct } from 'constructs'
import type { Configuration } from '../configuration/configuration.ts'
import { pin } from '../data/stateful.ts'
import { createLogGroup } from '../functions/log-group.ts'
import { suppress } from '../stack/suppressions.ts'

/** The bucket of the built web app. It outlives the stack; empty and delete it by hand. */
export function createSiteBucket(scope: Construct): Bucket {
  const bucket = new Bucket(scope, 'Site', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    // A page that a deploy overwrote can be brought back. Files of earlier builds do not expire by age: if nothing is deployed for
    // long, the oldest are those in use.
    versioned: true,
    lifecycleRules: [
      {
        noncurrentVersionExpiration: Duration.days(30),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
    ],
  })
  pin(bucket, 'site')
  Tags.of(bucket).add('component', 'web')
  suppress(bucket, {
    'AwsSolutions-S1':
      'Public files, read only through CloudFront. Access logs would only record who reads them.',
  })
  return bucket
}

/** CloudFront compresses by itself, and cannot serve one file in place of another. */
const compressed = Object.values(compressedSuffixes).flatMap((suffix) => [`*${suffix}`, `assets/*${suffix}`])

/** Files that are not uploaded, for each of the two uploads. */
export const excludedFiles = {
  assets: ['*', '.*', '!assets', '!assets/*', ...compressed],
  // The page gets the address of the service, which may be known only during the deploy.
  pages: ['index.html', '.sources', '.vite', '.vite/*', 'assets', 'assets/*', ...compressed],
}

export type SiteDeployment = {
  bucket: Bucket
  /** The service's domain for browsers. */
  webOrigin: string
  /** The API, whose new operations must exist before the pages that call them. */
  after: readonly IConstruct[]
}

/**
 * Uploads the built app to the bucket. Files of earlier builds stay, so that open pages can still load theirs. Files under /assets,
 * whose names change with their content, come first, then the pages that refer to them. CloudFront caches pages for at most a
 * second (`no-cache`, and the minimum of its policy), so nothing is invalidated.
 */
export function deploySite(
  scope: Construct,
  configuration: Configuration,
  { bucket, webOrigin, after }: SiteDeployment,
): void {
  const files = siteDirectory()
  const page = readFileSync(path.join(files, 'index.html'), 'utf8')
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
      Source.data('index.html', withShareImage(page, webOrigin)),
      Source.data('openapi.json', servedDocument()),
      Source.data(path.basename(llmsPath), llmsText(webOrigin)),
    ],
    cacheControl: [CacheControl.fromString(cacheControlOf('/'))],
  })
  pages.node.addDependency(assets, ...after)
  suppressDeploymentFindings(scope)
}

const placeholder = new URL('placeholder-site/', import.meta.url)

/** `cdk` builds the app before it runs this program. Without a build, a placeholder page says so. */
function siteDirectory(): string {
  const isBuilt = existsSync(new URL('index.html', distDirectory))
  return fileURLToPath(isBuilt ? distDirectory : placeholder)
}

/** The function that copies the files is part of the CDK, which chooses its role, runtime and logs. */
function suppressDeploymentFindings(scope: Construct): void {
  const copier = Stack.of(scope).node.children.find(({ node }) =>
    node.id.startsWith('Custom::CDKBucketDeployment'),
  )
  if (!copier) throw new Error('this version of the CDK deploys files in another way')
  const reason =
    'Part of the CDK. It runs only during a deploy, and can access only the bucket of the site and the assets.'
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
