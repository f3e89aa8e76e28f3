import { createProgram } from '@cairn/cli/program'

const nothing = { write: () => true } as never

/** `cairn`, whose actions do nothing. */
export const program = createProgram({ stdout: nothing, stderr: nothing }, () => async () => undefined)

type Command = typeof program

/** All commands and groups of commands. */
export function allCommands(command: Command = program): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)])
}

/** Commands by name, such as `goal edit`. A group without an action of its own only leads to others. */
export const commands: ReadonlyMap<string, Command> = new Map(
  allCommands()
    .filter((command) => Reflect.get(command, '_actionHandler') !== null)
    .map((command) => [nameOf(command), command]),
)

function nameOf(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name()
}
