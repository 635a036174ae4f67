import { probeDocument } from '../../../domain/conformance/probe-document.ts';
import type { PlayField } from './play-form.ts';

/** Forms upload nothing: they send this. */
export const SAMPLE_FILE = { contentBase64: Buffer.from(probeDocument(), 'latin1').toString('base64') };
export const FILE_NAME: PlayField = { name: 'name', kind: 'text', isRequired: true, suggested: 'sample.pdf' };
