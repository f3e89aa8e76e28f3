import { createBackgroundRuntime } from '@cairn/lambda'
import { createSweepHandler, type SweepContext } from './handler.ts'

const sweep = createSweepHandler(createBackgroundRuntime(process.env))

/** @throws if something failed, so that an alarm tells. Nothing is lost: it is due for the next sweep. */
export const handler = async (event: unknown, context: SweepContext): Promise<void> => {
  const { failed } = await sweep(event, context)
  if (failed > 0) throw new Error(`${failed} of the records that are due failed. The log names them.`)
}
