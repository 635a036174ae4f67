import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, trustedMarkup } from './html.ts';

test('everything put in is escaped, unless it is markup already', () => {
  const name = `<script>"&'`;
  const escaped = '&lt;script&gt;&quot;&amp;&#39;';
  assert.equal(html`<p title="${name}">${name}</p>`.markup, `<p title="${escaped}">${escaped}</p>`);
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  assert.equal(html`<ul>${items}</ul>`.markup, '<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  assert.equal(html`${trustedMarkup('<i>')}${null}${undefined}${false}${0}`.markup, '<i>0');
});
