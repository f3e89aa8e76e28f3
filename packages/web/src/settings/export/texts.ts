import { catalog } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('settings/export', {
  title: 'Export',
  text: 'Download all goals with their whole history, the labels, and the members as JSON files. Large organizations come in several files, which your browser may ask you to allow.',
  busy: 'Exporting',
  action: 'Download everything',
  stop: 'Stop',
  progress: (count: number) =>
    `${count === 1 ? 'one goal' : `${formatNumber(count)} goals`} so far. Keep this page open until it is done.`,
  waiting: (count: number) =>
    `${count === 1 ? 'one goal' : `${formatNumber(count)} goals`} so far. The service asks for a pause. It goes on by itself.`,
  done: (goals: number, files: number) =>
    `Exported ${goals === 1 ? 'one goal' : `${formatNumber(goals)} goals`} in ${files === 1 ? 'one file. It is' : `${formatNumber(files)} files. They are`} in your downloads.`,
})
