import { catalog } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('help/sample', {
  title: 'Explore a sample organization',
  text: 'A small bakery with eight goals and their reports, measures, and evidence. It is an organization of its own, which only you see. Discard it whenever you like.',
  cancel: 'Cancel',
  create: 'Create the sample',
  creating: 'Creating the sample',
  progress: 'Progress',
  steps: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  waiting: 'Waiting for the service. It goes on by itself.',
  stop: 'Stop and discard',
  stopping: 'Discarding',
  failed: 'The sample is not complete. If you try again, it goes on where it stopped.',
  left: 'What there is of the sample is among your organizations. You can delete it in its settings.',
  ready: 'The sample is ready. Change whatever you like.',
  notice: 'This organization is a sample: nothing in it is real.',
  discard: 'Discard it',
  keep: 'Keep it',
})
