import { expect, it } from 'vitest'
import { createSignalHandler } from './signals.ts'

function start() {
  const stopping = Promise.withResolvers<void>()
  const service = { stops: 0, exits: 0, now: 10_000, endStop: stopping.resolve }
  const onSignal = createSignalHandler({
    stop: () => {
      service.stops++
      return stopping.promise
    },
    exit: () => {
      service.exits++
    },
    now: () => service.now,
  })
  return { service, onSignal }
}

it('exits after the service has stopped', async () => {
  const { service, onSignal } = start()
  const handled = onSignal()
  expect(service).toMatchObject({ stops: 1, exits: 0 })
  service.endStop()
  await handled
  expect(service).toMatchObject({ stops: 1, exits: 1 })
})

it.each([
  ['ignores a repeat of the first signal', 500, 0],
  ['exits at once on a second signal', 501, 1],
])('%s', async (_, later, exits) => {
  const { service, onSignal } = start()
  void onSignal()
  service.now += later
  await onSignal()
  expect(service).toMatchObject({ stops: 1, exits })
})
