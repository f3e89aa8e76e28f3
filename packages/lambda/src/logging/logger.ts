import { Logger } from '@aws-lambda-powertools/logger'

/** Takes one line of output, without its line end. */
export type WriteLine = (line: string) => void

export const writeToStandardOutput: WriteLine = (line) => {
  process.stdout.write(`${line}\n`)
}

/** Structured logs, one JSON object a line. Nothing that a client sent enters them but what names its request. */
export function createLogger(
  logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'SILENT',
  writeLine: WriteLine,
): Logger {
  const logger = new Logger({ serviceName: 'cairn', logLevel })
  // The logger takes no sink of its own; its console is where every line leaves it, whole.
  Object.assign(logger, { console: { debug: writeLine, info: writeLine, warn: writeLine, error: writeLine } })
  return logger
}
