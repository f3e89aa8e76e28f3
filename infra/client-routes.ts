import { readFileSync } from 'node:fs'
import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

/** As CloudFront runs it: a script with a global `handler`, not a module. */
export function clientRoutesCode(): string {
  const source = readFileSync(new URL('edge/client-routes.js', import.meta.url), 'utf8')
  return source.replace(/^export function handler/m, 'function handler')
}

/** Answers pages with index.html. */
export function createClientRoutes(scope: Construct): EdgeFunction {
  return new EdgeFunction(scope, 'ClientRoutes', {
    comment: 'Cairn: pages of the web application',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(clientRoutesCode()),
  })
}
