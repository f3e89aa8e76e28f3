import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { inject } from 'vitest'
import { functionFolders } from '../../../infra/bundling/function-folders.ts'
import { createCairn, createStacks } from '../../../infra/stack/create-cairn.ts'
import '../../support/global-setup.ts'

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

type Stored = {
  resources: Record<string, Resource>
  /** Errors and warnings of the CDK, with `checked` those of cdk-nag too. */
  findings: string[]
  /** Whether CloudFormation refuses to delete the stack. */
  isProtected: boolean
  /** With the template and its assets. */
  directory: string
}

export type Synthesized = Stored & {
  /** Resources of one type, by their logical ids. */
  ofType(type: string): [string, Resource][]
  /** The only resource of its type. */
  single(type: string): Resource['Properties']
}

type SynthOptions = {
  functions?: 'stubs' | 'built'
  environment?: Record<string, string>
  /**
   * Checks the stack with cdk-nag, and the template with CloudFormation's schemas, as a real synth does. A template that does not
   * follow these throws. Loading them takes six seconds of processor time, so one file has all such tests: `findings.test.ts`.
   */
  checked?: boolean
}

export const production = {
  stage: 'production',
  emailFrom: 'Cairn <no-reply@example.com>',
  alarmEmail: 'none',
  firewallRequestsPer5Minutes: 'none',
}

/**
 * The time limit of a hook that synthesizes. The first synth of a process loads the CDK, which takes a second on an idle machine. The
 * limit is for hooks that hang, not for a busy machine.
 */
export const synthLimit = 300_000

/**
 * Synthesizes the stack like `cdk synth`, in this process and without a network: once in a run of tests for the same settings.
 * Functions are stubs of one line each, or `built`, with the assets of a real deploy.
 */
export function synthesize(settings: Record<string, string> = {}, options: SynthOptions = {}): Synthesized {
  const name = createHash('sha256')
    .update(JSON.stringify([settings, options]))
    .digest('hex')
  const file = path.join(inject('sharedDirectory'), `synth-${name}.json`)
  if (!existsSync(file)) {
    // Another process may do the same: the last one wins.
    const draft = `${file}-${process.pid}`
    writeFileSync(draft, JSON.stringify(synthesizeAnew(settings, options)))
    renameSync(draft, file)
  }
  const stored: Stored = JSON.parse(readFileSync(file, 'utf8'))
  const ofType = (type: string) => Object.entries(stored.resources).filter(([, { Type }]) => Type === type)
  return {
    ...stored,
    ofType,
    single: (type) => {
      const [found, ...more] = ofType(type)
      if (!found || more.length > 0) throw new Error(`there are ${more.length + (found ? 1 : 0)} of ${type}`)
      return found[1].Properties
    },
  }
}

/** Like `synthesize`, whatever was synthesized before. */
export function synthesizeAnew(
  settings: Record<string, string>,
  { functions = 'stubs', environment = {}, checked = false }: SynthOptions,
): Stored {
  const temporary = mkdtempSync(path.join(inject('sharedDirectory'), 'synth-'))
  const app = new App({
    outdir: path.join(temporary, 'cdk.out'),
    builtinCloudFormationValidation: checked,
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
  const [stack] = (checked ? createCairn : createStacks)(app, environment)
  if (!stack) throw new Error('no stack was created')
  const artifact = app.synth().getStackArtifact(stack.artifactId)
  // Refuses resources that depend on each other in a circle.
  const { Resources } = Template.fromJSON(artifact.template).toJSON()
  return {
    resources: Resources as Record<string, Resource>,
    findings: artifact.messages
      .filter(({ level }) => level === 'error' || level === 'warning')
      .map(({ id, entry }) => `${id}: ${String(entry.data)}`),
    isProtected: stack.terminationProtection ?? false,
    directory: path.join(temporary, 'cdk.out'),
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
