import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const recipes = fileURLToPath(new URL('../../../../packages/contract/recipes/', import.meta.url))

export type Ran = { code: number | null; stdout: string; stderr: string }

/** Runs a program with only these environment variables, and this text on its standard input. */
export function runRecipe(
  command: string,
  parameters: string[],
  { environment, input = '', directory = recipes }: RecipeOptions,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const { PATH, HOME, TMPDIR } = process.env
    const child = spawn(command, parameters, {
      cwd: directory,
      env: { PATH, HOME, TMPDIR, NO_PROXY: '*', PYTHONDONTWRITEBYTECODE: '1', ...environment },
    })
    const said = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...said }))
    // A program that ends without reading closes the pipe.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

type RecipeOptions = {
  environment: Record<string, string>
  input?: string
  directory?: string
}
