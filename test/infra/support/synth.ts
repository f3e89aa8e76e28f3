import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { App } from 'aws-cdk-lib'
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions'
import { functionFolders } from '../../../infra/bundling/function-folders.ts'
import { createCairn } from '../../../infra/create-cairn.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
export const cdkJson: { app: string; requireApproval: string; context: Record<string, unknown> } = JSON.parse(
  readFileSync(path.join(root, 'cdk.json'), 'utf8'),
)

export type Resource = {
  Type: string
  Properties: Record<string, unknown>
  Metadata?: Record<string, unknown>
  DependsOn?: string[]
  DeletionPolicy?: string
  UpdateReplacePolicy?: string
}

export type Synthesized = {
  template: Template
  resources: Record<string, Resource>
  /** Resources of one type, by their logical ids. */
  ofType(type: string): [string, Resource][]
  /** The only resource of its type. */
  single(type: string): Resource['Properties']
  findings: string[]
  /** Whether CloudFormation refuses to delete the stack. */
  isProtected: boolean
  directory: string
  remove(): void
}

export const production = { stage: 'production', emailFrom: 'Cairn <no-reply@example.com>' }

/**
 * The time limit of a hook that synthesizes. The first synth of a process loads the CDK, which takes a second on an idle machine. The
 * limit is for hooks that hang, not for a busy machine.
 */
export const synthLimit = 300_000

/**
 * Synthesizes the stack like `cdk synth`, in this process and without a network. Functions are stubs of one line each, or `built`, with
 * the assets of a real deploy.
 */
export function synthesize(
  settings: Record<string, string> = {},
  {
    functions = 'stubs',
    environment = {},
  }: { functions?: 'stubs' | 'built'; environment?: Record<string, string> } = {},
): Synthesized {
  const temporary = mkdtempSync(path.join(tmpdir(), 'cairn-synth-'))
  const app = new App({
    outdir: path.join(temporary, 'cdk.out'),
    context: {
      ...cdkJson.context,
      // The command line tool adds these, and the SAM CLI reads them.
      'aws:cdk:enable-asset-metadata': true,
      'aws:cdk:enable-path-metadata': true,
      ...(functions === 'stubs' && {
        'cairn:functions': writeStubs(temporary),
        // Nothing is deployed from here, and copying assets would take most of the time.
        'aws:cdk:disable-asset-staging': true,
      }),
      ...settings,
    },
  })
  const stack = createCairn(app, environment)
  const template = Template.fromStack(stack)
  const resources = template.toJSON().Resources as Record<string, Resource>
  const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type)
  const annotations = Annotations.fromStack(stack)
  const messages = [
    ...annotations.findError('*', Match.anyValue()),
    ...annotations.findWarning('*', Match.anyValue()),
  ]
  return {
    template,
    resources,
    ofType,
    single: (type) => {
      const [found, ...more] = ofType(type)
      if (!found || more.length > 0) throw new Error(`there are ${more.length + (found ? 1 : 0)} of ${type}`)
      return found[1].Properties
    },
    isProtected: stack.terminationProtection ?? false,
    findings: messages.map(({ id, entry }) => `${id}: ${String(entry.data)}`),
    directory: path.join(temporary, 'cdk.out'),
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  }
}

function writeStubs(temporary: string): string {
  const directory = path.join(temporary, 'functions')
  for (const folder of functionFolders()) {
    mkdirSync(path.join(directory, folder), { recursive: true })
    writeFileSync(path.join(directory, folder, 'index.mjs'), 'export const handler = () => {}\n')
  }
  return directory
}
