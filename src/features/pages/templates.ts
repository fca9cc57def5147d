import { gapStart } from '#shared/own-page.ts';
import type { Content, Template } from './schema.ts';

type Starter = { title: string; html: (site: string) => string };

const gap = (what: string): string => `${gapStart}${what}】`;
const heading = (text: string) => `<h2>${text}</h2>`;
const paragraph = (text: string) => `<p>${text}</p>`;
const list = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`;

const starters: Record<Exclude<Template, 'blank'>, Starter> = {
  about: {
    title: '关于我们',
    html: (site) =>
      [
        paragraph(
          `${site}由${gap('主办单位全称')}主办，${gap('创办时间')}上线，为${gap('读者是谁')}提供${gap('内容范围')}。`,
        ),
        heading('我们做什么'),
        paragraph(`${gap('主要栏目和服务，两三句话')}`),
        heading('我们怎样工作'),
        paragraph(
          '报道以可以核实的事实为准，注明来源；观点与事实分开；发现差错及时更正，并在文中说明改了什么。',
        ),
        heading('主办单位'),
        list(
          `单位名称：${gap('主办单位全称')}`,
          `地址：${gap('办公地址')}`,
          `统一社会信用代码：${gap('18 位代码')}`,
        ),
      ].join(''),
  },
  contact: {
    title: '联系我们',
    html: (site) =>
      [
        paragraph(`有线索、更正或建议，请用下面的方式联系${site}。我们在${gap('几个工作日')}内答复。`),
        list(
          `编辑部：${gap('邮箱')}，${gap('电话')}`,
          `会员与订单：${gap('邮箱或电话')}`,
          `商务合作：${gap('邮箱')}`,
          `违法和不良信息举报：${gap('电话和邮箱')}`,
          `地址：${gap('办公地址和邮编')}`,
        ),
        paragraph(`接听时间：${gap('如工作日 9:00 至 18:00')}。`),
      ].join(''),
  },
  jobs: {
    title: '招聘',
    html: (site) =>
      [
        paragraph(`${site}正在招聘下列职位，工作地点${gap('城市')}。`),
        heading(gap('职位名称')),
        paragraph('你会做：'),
        list(gap('主要工作一'), gap('主要工作二')),
        paragraph('我们希望你：'),
        list(gap('要求一'), gap('要求二')),
        heading('怎样应聘'),
        paragraph(
          `把简历发到${gap('邮箱')}，邮件标题写明职位和姓名。合适的应聘者会在${gap('几天')}内收到回信。`,
        ),
      ].join(''),
  },
  copyright: {
    title: '版权声明',
    html: (site) =>
      [
        heading('本站的内容'),
        paragraph(
          `凡注明来源为${site}的文字、图片、图表和音视频，版权属于${gap('主办单位全称')}或相关权利人。未经书面许可，不得转载、摘编、镜像或以其他方式使用。`,
        ),
        heading('转载与引用'),
        paragraph(`需要转载请发邮件到${gap('邮箱')}取得许可。获得许可后，请注明来源和作者，不得改动原意。`),
        heading('来自其他媒体的内容'),
        paragraph(
          '注明来源为其他媒体的内容，版权属于原作者或原媒体；刊载是为了传递信息，不代表本站认同其观点。',
        ),
        heading('权利人通知'),
        paragraph(
          `如果认为本站内容侵犯了你的权利，请把身份证明、权属证明、侵权内容的地址和具体要求发到${gap('邮箱')}。我们核实后在${gap('几个工作日')}内处理。`,
        ),
      ].join(''),
  },
};

/** Returns the first draft of a page, with the name of the site and gaps to fill in. */
export function writeTemplate(template: Template, siteName: string): Content {
  if (template === 'blank') return { title: '', slug: '', html: '' };
  const { title, html } = starters[template];
  return { title, slug: template, html: html(siteName.replaceAll('&', '&amp;').replaceAll('<', '&lt;')) };
}
